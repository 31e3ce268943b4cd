import { knownText, optionWords, type CallUse } from './callUse';

/** Hosts that are this machine: asking them is not contacting anybody. */
const localHost = /^(?:https?:\/\/)?(?:localhost|127\.0\.0\.1|\[::1\]|0\.0\.0\.0)(?:[:/]|$)/i;

/** Options of curl by which it writes, sends, or goes elsewhere than to the address. */
const curlDoesMore =
  '-O -J -K -x -c -D -T -o --remote-name --remote-name-all --config --proxy --preproxy --resolve --connect-to --cookie-jar --dump-header --output --output-dir --upload-file --trace --trace-ascii --stderr --libcurl --etag-save --hsts --alt-svc';

/** Whether a call of curl or wget only shows what an address answers. */
function onlyAsks(use: CallUse): boolean {
  if (use.program === 'wget')
    return use.args.some((word) => /^(?:-q?O-|--spider|--output-document=-)$/.test(knownText(word)));
  const more = optionWords(use.args, curlDoesMore, false).filter((option) => {
    const next = knownText(use.args[use.args.indexOf(option) + 1] ?? option);
    return !(
      /^(?:-[a-zA-Z]*[oD]|--output|--dump-header)$/.test(knownText(option)) &&
      /^(?:-|\/dev\/(?:null|stdout))$/.test(next)
    );
  });
  return more.length === 0;
}

/** Whether a call of curl or the like only asks this machine, and only shows what it answers. */
export function asksThisMachine(use: CallUse): boolean {
  if (!onlyAsks(use)) return false;
  const addresses = use.args
    .map(knownText)
    .filter((text) => /^[\w.[\]:-]+(?::\d+)?(?:\/|$)|:\/\//.test(text) && !text.startsWith('-'));
  const hosts = addresses.filter((text) => /:\/\/|^localhost|^\d+\.\d+\.\d+\.\d+|\.[a-z]{2,}(?:[:/]|$)/i.test(text));
  return (
    hosts.length > 0 && hosts.every((text) => localHost.test(text)) && use.args.every((word) => word.value !== null)
  );
}
