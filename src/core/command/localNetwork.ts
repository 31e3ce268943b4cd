import { knownText, optionWords, wordSet, type CallUse } from './callUse';

/** Hosts that are this machine: asking them is not contacting anybody. */
const localHost = /^(?:https?:\/\/)?(?:localhost|127\.0\.0\.1|\[::1\]|0\.0\.0\.0)(?:[:/]|$)/i;

/** Options of curl by which it writes, sends, or goes elsewhere than to the address. */
const curlDoesMore =
  '-O -J -K -x -c -D -T -o --remote-name --remote-name-all --config --proxy --preproxy --resolve --connect-to --cookie-jar --dump-header --output --output-dir --upload-file --trace --trace-ascii --stderr --libcurl --etag-save --hsts --alt-svc --unix-socket --abstract-unix-socket --socks4 --socks4a --socks5 --socks5-hostname --proxy1.0 --engine --doh-url --dns-servers --proto-default -X --request';

/** Programs that write, send or do anything unless all their words are like these: httpie sends what is given to it. */
const asking: Readonly<Record<string, RegExp>> = {
  'nc ncat netcat': /^(?:-[vw\d]*z[vw\d]*|-[vw\d]+|[\w.:[\]-]+)$/,
  'http https xh': /^(?:GET|HEAD|-[hbv]|--(?:headers|body|verbose)|(?![\w.-]*(?:=|:=|@))[^-].*)$/,
  wget: /^(?:-q?O-|-[qSd]|-nv|-[Tt]\d*|--(?:spider|quiet|output-document=-|no-check-certificate)|--(?:tries|timeout|header)=.*|[^-].*)$/,
  'ping ping6 dig nslookup host traceroute whois': /./,
};

/** Whether a call only shows what an address answers. */
function onlyAsks(use: CallUse): boolean {
  if (use.program !== 'curl') {
    const words = Object.entries(asking).find(([programs]) => wordSet(programs).has(use.program))?.[1];
    const texts = use.args.map(knownText);
    if (words === undefined || !texts.every((text) => words.test(text))) return false;
    if (use.program === 'wget') return texts.some((text) => /^(?:-q?O-|--spider|--output-document=-)$/.test(text));
    return !/^n(?:c|e)/.test(use.program) || texts.some((text) => /^-\w*z/.test(text));
  }
  const more = optionWords(use.args, curlDoesMore, false).filter((option) => {
    const next = knownText(use.args[use.args.indexOf(option) + 1] ?? option);
    const word = knownText(option);
    if (
      /^(?:-[a-zA-Z]*X|--request=)?(?:GET|HEAD|OPTIONS)$/.test(/^(?:-[a-zA-Z]*X|--request)$/.test(word) ? next : word)
    )
      return false;
    return !(/^(?:-[a-zA-Z]*[oD]|--output|--dump-header)$/.test(word) && /^(?:-|\/dev\/(?:null|stdout))$/.test(next));
  });
  // What is written out may go into a file, or be read from one.
  return more.length === 0 && !use.args.some((word) => /^@|%output\{/.test(knownText(word)));
}

/** Whether a call of curl or the like only asks this machine, and only shows what it answers. */
export function asksThisMachine(use: CallUse): boolean {
  if (!onlyAsks(use)) return false;
  const addresses = use.args
    .map((word) => knownText(word).replace(/^--url=/, ''))
    .filter((text) => /^[\w.[\]:-]+(?::\d+)?(?:\/|$)|:\/\//.test(text) && !text.startsWith('-'));
  const hosts = addresses.filter((text) => /:\/\/|^localhost|^\d+\.\d+\.\d+\.\d+|\.[a-z]{2,}(?:[:/]|$)/i.test(text));
  return (
    hosts.length > 0 && hosts.every((text) => localHost.test(text)) && use.args.every((word) => word.value !== null)
  );
}
