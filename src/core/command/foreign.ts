import type { MarkView } from '../../protocol/command';
import type { CommandWord } from './calls';
import { wordSet } from './callUse';
import { markOf, marksWithin, type Range } from './markView';
import { ruleFor } from './ruleMatch';
import type { RuleId } from './rules';

/*
 * PowerShell and cmd. They are not parsed: their texts are cut into words at blanks, quotes and separators, and the tables below look at those. Aliases
 * and parameters are those of Microsoft's reference; PowerShell takes every parameter shortened.
 */

/** A shell whose text is not read step by step. */
export type ForeignShell = 'PowerShell' | 'cmd';

const plainPowerShell =
  /(?:^|[;|&({\s])(?:Get|Set|New|Remove|Move|Copy|Rename|Invoke|Start|Stop|Test|Add|Clear|Out|Select|Where|ForEach|Write|Import|Export|ConvertTo|ConvertFrom|Restart|Install|Uninstall|Join|Split|Resolve|Format|Measure|Sort|Expand|Compress)-[A-Z][A-Za-z]+\b|\$env:\w|\$PSScriptRoot\b|\[(?:System\.)?[A-Z]\w+(?:\.\w+)*\]::/;
const plainCmd =
  /^\s*(?:@echo\s+off|(?:del|erase|rd|rmdir|copy|xcopy|robocopy|dir|type|move)\s+(?:[^\n]*\s)?\/[a-z]\b|set\s+\w+=\S*%\w+%|for\s+\/[a-z]\s+%|reg\s+(?:add|delete|query)\s)|%(?:USERPROFILE|APPDATA|TEMP|SystemRoot|ProgramFiles)%/i;

/** The foreign shell of a text: the one that the agent names, or, if it names none, the one that the text plainly is for. */
export function foreignShell(text: string, language: string | undefined): ForeignShell | null {
  const name = language
    ?.toLowerCase()
    .replace(/^.*[\\/]/, '')
    .replace(/\.exe$/, '');
  if (name === 'powershell' || name === 'pwsh' || name === 'ps1' || name === 'ps') return 'PowerShell';
  if (name === 'cmd' || name === 'bat' || name === 'batch') return 'cmd';
  if (name !== undefined && name !== '') return null;
  const head = text.slice(0, 10_000);
  if (plainPowerShell.test(head)) return 'PowerShell';
  return plainCmd.test(head) ? 'cmd' : null;
}

interface ForeignRule {
  readonly rule: RuleId;
  /** In lower case, with blanks between. */
  readonly names: string;
  /** A word that must be there, marked too. */
  readonly needs?: RegExp;
  /** Words that are marked besides. */
  readonly also?: RegExp;
}

const removers = 'remove-item ri rm rmdir rd del erase';
const recursive = /^(?:-r(?:e(?:c(?:u(?:r(?:s(?:e)?)?)?)?)?)?|\/s)$/i;
const forced = /^(?:-fo(?:r(?:c(?:e)?)?)?|\/[qf])$/i;

const table: readonly ForeignRule[] = [
  { rule: 'delete.recursive', names: removers, needs: recursive, also: forced },
  { rule: 'delete.files', names: `${removers} clear-content clc clear-recyclebin` },
  { rule: 'delete.mirror', names: 'robocopy', needs: /^\/(?:mir|purge|move)$/i },
  { rule: 'disk.format', names: 'format', needs: /^[a-z]:$/i },
  { rule: 'disk.format', names: 'format-volume clear-disk initialize-disk remove-partition diskpart' },
  {
    rule: 'fetch.run',
    names: 'iex invoke-expression',
    needs: /downloadstring|invoke-webrequest|\biwr\b|invoke-restmethod|\birm\b|net\.webclient/i,
  },
  { rule: 'code.dynamic', names: 'iex invoke-expression' },
  {
    rule: 'network.contact',
    names: 'iwr irm invoke-webrequest invoke-restmethod start-bitstransfer bitsadmin curl wget test-netconnection',
  },
  { rule: 'code.decoded', names: 'certutil', needs: /^-(?:urlcache|decode)/i },
  { rule: 'system.policy', names: 'set-executionpolicy set-mppreference add-mppreference' },
  { rule: 'system.registry', names: 'reg', needs: /^(?:delete|add|import|restore)$/i },
  { rule: 'system.registry', names: 'regedit set-itemproperty new-itemproperty remove-itemproperty sp' },
  { rule: 'process.kill', names: 'stop-process spps kill taskkill stop-job' },
  { rule: 'system.stop', names: 'stop-computer restart-computer shutdown' },
  { rule: 'system.serviceStays', names: 'set-service new-service remove-service' },
  { rule: 'system.serviceStays', names: 'sc sc.exe', needs: /^(?:create|delete|config)$/i },
  { rule: 'system.service', names: 'stop-service start-service restart-service net' },
  { rule: 'system.schedule', names: 'schtasks', needs: /^\/(?:create|change|delete|run)$/i },
  { rule: 'system.schedule', names: 'register-scheduledtask' },
  { rule: 'system.firewall', names: 'netsh set-netfirewallprofile new-netfirewallrule remove-netfirewallrule' },
  { rule: 'system.users', names: 'new-localuser add-localgroupmember set-localuser' },
  { rule: 'infra.destroy', names: 'vssadmin wbadmin wmic', needs: /^delete$/i },
  { rule: 'system.kernel', names: 'bcdedit bootrec' },
  { rule: 'permission.change', names: 'icacls takeown cacls set-acl attrib' },
  { rule: 'privilege.root', names: 'runas gsudo' },
  {
    rule: 'write.file',
    names:
      'set-content sc add-content ac out-file tee-object export-csv new-item ni expand-archive compress-archive setx',
  },
  { rule: 'write.moves', names: 'move-item mi mv move rename-item rni ren rename' },
  { rule: 'write.copies', names: 'copy-item cpi cp copy xcopy robocopy' },
  { rule: 'install.packages', names: 'install-module install-package install-script' },
];

/** What holds wherever it stands. */
const anywhere: readonly (readonly [RuleId, RegExp])[] = [
  ['code.decoded', /(?<=\s)-e(?:nc?|nco\w{0,3}|ncoded\w{0,9})?(?=\s+[A-Za-z0-9+/=]{8,})/gi],
  ['code.decoded', /\bFromBase64String\b/gi],
  ['system.policy', /(?<=\s)-ex(?:ec(?:utionpolicy)?)?\s{1,8}(?:bypass|unrestricted)\b/gi],
  ['privilege.root', /(?<=\s)-verb\s{1,8}runas\b/gi],
  ['network.contact', /\b(?:DownloadString|DownloadFile|DownloadData)\b/gi],
  ['write.overwrite', /(?<![-=>&\d])>(?![>&=])(?!\s{0,8}(?:nul\b|\$null\b))/gi],
  ['write.append', />>(?!\s{0,8}(?:nul\b|\$null\b))/gi],
  ['secret.token', /\b(?:gh[pousr]_[A-Za-z0-9]{20,}|sk-[\w-]{20,}|(?:AKIA|ASIA)[A-Z0-9]{16})/g],
];

/** The rules of the general tables do not know these programs under Windows: they are others there. */
const others: ReadonlySet<string> = new Set([
  'powershell',
  'pwsh',
  'cmd',
  'sort',
  'find',
  'more',
  'fc',
  'date',
  'time',
  'echo',
  'type',
  'set',
  'where',
  'start',
  'ls',
  'cat',
  'sc',
  'at',
]);

/** Cut at separators outside of quotes; each statement as its words. */
function statements(text: string): readonly (readonly CommandWord[])[] {
  const found: CommandWord[][] = [[]];
  for (const match of text.matchAll(/"[^"\n]*"?|'[^'\n]*'?|[^\s"';|&(){}]+|[;|&(){}\n]/g)) {
    const [raw] = match;
    if (/^[;|&(){}\n]$/.test(raw)) found.push([]);
    else {
      const value = raw.replace(/^["']|["']$/g, '');
      const from = match.index;
      found
        .at(-1)
        ?.push({ from, to: from + raw.length, pieces: [{ type: 'text', text: value, quoted: value !== raw }], value });
    }
  }
  return found.filter((words) => words.length > 0);
}

/** The head of a statement and its marked words as ranges: those that follow at once belong to the head. */
function rangesOf(words: readonly CommandWord[], marked: (word: CommandWord) => boolean): readonly Range[] {
  const [name, ...rest] = words;
  if (!name) return [];
  let to = name.to;
  let at = 0;
  for (; at < rest.length; at++) {
    const word = rest[at];
    if (!word || !marked(word)) break;
    to = word.to;
  }
  return [{ from: name.from, to }, ...rest.slice(at).filter(marked)];
}

function statementMarks(text: string, words: readonly CommandWord[]): readonly MarkView[] {
  const name = words[0]?.value
    ?.toLowerCase()
    .replace(/^.*[\\/]/, '')
    .replace(/\.exe$/, '');
  if (name === undefined) return [];
  for (const line of table) {
    if (!wordSet(line.names).has(name)) continue;
    const { needs, also } = line;
    const fits = (pattern: RegExp | undefined, word: CommandWord) => pattern?.test(word.value ?? '') ?? false;
    // What iex runs may stand in brackets behind it.
    const run = line.rule === 'fetch.run';
    if (needs && !(run ? needs.test(text) : words.slice(1).some((word) => fits(needs, word)))) continue;
    const marked = (word: CommandWord) => !run && (fits(needs, word) || fits(also, word));
    return rangesOf(words, marked).map((range) => markOf(line.rule, range));
  }
  const [first, ...args] = words;
  if (!first || others.has(name)) return [];
  const hit = ruleFor({ program: name, named: [first], args });
  return hit ? hit.ranges.map((range) => markOf(hit.line.rule, range)) : [];
}

/** Marks in a text for PowerShell or cmd. Pure, never throws. */
export function foreignMarks(text: string): readonly MarkView[] {
  const marks = statements(text).flatMap((words) => statementMarks(text, words));
  for (const [rule, pattern] of anywhere) {
    for (const match of text.matchAll(pattern))
      marks.push(markOf(rule, { from: match.index, to: match.index + match[0].length }));
  }
  return marks;
}

/** Marks in an argument that PowerShell or cmd is given as its text, as ranges of the whole command. */
export function foreignTextMarks(command: string, word: CommandWord): readonly MarkView[] {
  const quote = /^["']/.test(command.slice(word.from, word.to)) ? 1 : 0;
  return marksWithin(command, { from: word.from + quote, to: word.to - quote }, foreignMarks);
}
