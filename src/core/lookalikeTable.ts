/*
 * Which characters look like those of ASCII and are others. The pairs follow Unicode's list for security (UTS #39, confusables.txt), as far
 * as the characters are in common fonts.
 */

/** Letters by script: pairs of what it is and what it looks like; `near` ones only fool in the company of real ones. */
const letterPairs: readonly { readonly script: string; readonly close: string; readonly near?: string }[] = [
  {
    script: 'Cyrillic',
    close: 'аaАAВBсcСCԁdеeЕEҽeѕsЅSіiІIјjЈJһhНHКKӏlӀlМMоoОOрpРPԛqԚQТTуyУYүyҮYхxХXԝwԜWѡwѵvѴVԌG',
    near: 'кkмmтtгrиuпnьbЬbгrҳxҺhԀdԍgЗ3',
  },
  {
    script: 'Greek',
    close: 'ΑAΒBΕEΖZΗHΙIΚKΜMΝNοoΟOρpΡPΤTΥYΧXνvϲcϹCϳjϱpϜFͿJϺM',
    near: 'αaιiκkσoυuγyηnϒY',
  },
  { script: 'Armenian', close: 'օoՕOսuՍUհhցgյjոnՏSԼL', near: 'աwռnզqգqքf' },
  { script: 'Cherokee', close: 'ᎪAᏴBᏏbᏟCᎠDᎬEᏀGᎻHᏂhᎫJᏦKᏞLᎷMᏢPᎡRᏚSᎢTᏙVᎳWᎽyᏃZᎥiᏔWᏕSᏧdᏎ4ᏮbᎩYᏒRᏳGꮯcꮁrꮪsꮩvꮃwꮓzꭵi' },
  { script: 'Lisu', close: 'ꓮAꓐBꓚCꓓDꓰEꓝFꓖGꓧHꓲIꓙJꓗKꓡLꓟMꓠNꓳOꓑPꓣRꓢSꓔTꓴUꓦVꓪWꓫXꓬYꓜZꓒd' },
  { script: 'Coptic', close: 'ⲟoⲞOⲤCⲥcⲢPⲣpⲎHⲔKⲒIⲘMⲚNⲦTⲬXⲨYⲅrⳐL' },
  { script: 'Canadian syllabic', close: 'ᗅAᗷBᗞDᗪDᖴFᕼHᒍJᒪLᗰMᑭPᖇRᑌUᐯVᖯbᑯdᕁxᕽxᐸ<ᐳ>' },
  { script: 'Tifinagh', close: 'ⴹEⵏlⵔOⵕQⴸVⵝX' },
  { script: 'Georgian', close: 'ყyჿo' },
  { script: 'Thai', close: '', near: '๐o' },
  { script: 'Myanmar', close: '', near: 'ဝo၀o' },
  { script: 'Malayalam', close: '', near: 'ഠo൦o' },
  { script: 'Oriya', close: '', near: 'ଠO୦O' },
  { script: 'Latin', close: 'ɑaɡgɩiᴄcᴏoᴜuᴠvᴡwᴢzɣyʏyɯwʋuꭇrꭈrᴑoꬽoꞟuꭎuꭒuꭚyᶌyᶃgỿyꬵfꬲeʀR', near: 'ꜱsɪi' },
];

/** Letters of alphabets that are Latin otherwise: words with them are no disguise in code, nor on a line with other Turkish letters. */
const livingLetters = 'ıiſfƒfƖl';

/** Punctuation: what it looks like, and the characters with their names. */
const punctuation: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '/': {
    '\u3033': 'vertical kana repeat mark',
    '\u30CE': 'katakana no',
    '\u31D3': 'CJK stroke',
    '\u4E3F': 'CJK stroke',
    '\u2CC6': 'Coptic letter sima',
    '\u1735': 'Philippine punctuation',
    '\u2044': 'fraction slash',
    '\u2215': 'division slash',
    '\u29F8': 'big solidus',
    '\u2571': 'box drawings diagonal',
    '\u27CB': 'rising diagonal',
    '\u2041': 'caret insertion point',
  },
  '\\': {
    '\u31D4': 'CJK stroke',
    '\u4E36': 'CJK stroke',
    '\u2216': 'set minus',
    '\u29F5': 'reverse solidus operator',
    '\u29F9': 'big reverse solidus',
    '\u27CD': 'falling diagonal',
  },
  '-': {
    '\uFE58': 'small em dash',
    '\u06D4': 'Arabic full stop',
    '\u2CBA': 'Coptic letter ni',
    '\u2010': 'hyphen',
    '\u2011': 'no-break hyphen',
    '\u2012': 'figure dash',
    '\u2013': 'en dash',
    '\u2014': 'em dash',
    '\u2015': 'horizontal bar',
    '\u2043': 'hyphen bullet',
    '\u2212': 'minus sign',
    '\u02D7': 'modifier minus sign',
    '\u2500': 'box drawings horizontal',
    '\u2796': 'heavy minus sign',
    '\u30FC': 'prolonged sound mark',
  },
  '.': {
    '\u0660': 'Arabic digit zero',
    '\u06F0': 'Arabic digit zero',
    '\uA60E': 'Vai full stop',
    '\u0701': 'Syriac full stop',
    '\u0702': 'Syriac full stop',
    '\uA4F8': 'Lisu letter tone',
    '\u3002': 'ideographic full stop',
    '\uFF61': 'halfwidth ideographic full stop',
  },
  ':': {
    '\uFE30': 'vertical two dot leader',
    '\uA4FD': 'Lisu tone',
    '\u02F8': 'modifier colon',
    '\u205A': 'two dot punctuation',
    '\u16EC': 'Runic punctuation',
    '\u2236': 'ratio',
    '\uA789': 'modifier colon',
    '\u02D0': 'triangular colon',
    '\u0589': 'Armenian full stop',
    '\u05C3': 'Hebrew sof pasuq',
  },
  ',': {
    '\u060D': 'Arabic date separator',
    '\uA4F9': 'Lisu tone',
    '\u201A': 'low quotation mark',
    '\u066B': 'Arabic decimal separator',
    '\u3001': 'ideographic comma',
  },
  ';': { '\u037E': 'Greek question mark', '\u061B': 'Arabic semicolon' },
  '|': {
    '\uFFE8': 'halfwidth vertical',
    '\u2223': 'divides',
    '\u01C0': 'dental click',
    '\u05C0': 'Hebrew paseq',
    '\u2502': 'box drawings vertical',
    '\u23D0': 'vertical line extension',
    '\u2758': 'light vertical bar',
  },
  '*': { '\u2217': 'asterisk operator', '\u204E': 'low asterisk', '\u066D': 'Arabic star' },
  '~': {
    '\u1FC0': 'Greek circumflex',
    '\u223C': 'tilde operator',
    '\u02DC': 'small tilde',
    '\u2053': 'swung dash',
    '\u301C': 'wave dash',
  },
  '<': {
    '\u02C2': 'modifier left arrowhead',
    '\u2039': 'single angle quotation mark',
    '\u276E': 'angle quotation ornament',
    '\u2329': 'angle bracket',
    '\u27E8': 'mathematical angle bracket',
  },
  '>': {
    '\u02C3': 'modifier right arrowhead',
    '\u203A': 'single angle quotation mark',
    '\u276F': 'angle quotation ornament',
    '\u232A': 'angle bracket',
    '\u27E9': 'mathematical angle bracket',
  },
  '=': {
    '\uA4FF': 'Lisu punctuation',
    '\u1400': 'Canadian syllabic hyphen',
    '\uA78A': 'modifier equals sign',
    '\u30A0': 'double hyphen',
    '\u2E40': 'double hyphen',
  },
  '!': { '\u01C3': 'retroflex click', '\u2D51': 'Tifinagh letter tuareg yang' },
  '?': { '\u0294': 'glottal stop' },
  '%': { '\u066A': 'Arabic percent sign' },
  '+': { '\u16ED': 'Runic cross', '\u2795': 'heavy plus sign' },
  '^': { '\u02C4': 'modifier up arrowhead', '\u02C6': 'modifier circumflex' },
  _: {
    '\uFE4D': 'dashed low line',
    '\uFE4E': 'centreline low line',
    '\uFE4F': 'wavy low line',
    '\u07FA': 'Nko lajanyalan',
    '\u02CD': 'modifier low macron',
  },
  '(': {
    '\u2772': 'tortoise shell bracket ornament',
    '\uFD3E': 'ornate parenthesis',
    '\u2768': 'parenthesis ornament',
    '\u3014': 'tortoise shell bracket',
  },
  ')': {
    '\u2773': 'tortoise shell bracket ornament',
    '\uFD3F': 'ornate parenthesis',
    '\u2769': 'parenthesis ornament',
    '\u3015': 'tortoise shell bracket',
  },
  '{': { '\u2774': 'curly bracket ornament' },
  '}': { '\u2775': 'curly bracket ornament' },
  '`': { '\u02CB': 'modifier grave accent', '\u2035': 'reversed prime' },
  "'": {
    '\u02BB': 'turned comma',
    '\u02BD': 'reversed comma',
    '\u02BE': 'half ring',
    '\u02CA': 'modifier acute',
    '\u02F4': 'middle grave',
    '\u0374': 'Greek numeral sign',
    '\u055A': 'Armenian apostrophe',
    '\u1FBD': 'Greek koronis',
    '\u1FBF': 'Greek psili',
    '\u144A': 'Canadian syllabic',
    '\u2018': 'left quotation mark',
    '\u2019': 'right quotation mark',
    '\u201B': 'reversed quotation mark',
    '\u2032': 'prime',
    '\u00B4': 'acute accent',
    '\u02B9': 'modifier prime',
    '\u02BC': 'modifier apostrophe',
    '\u02C8': 'modifier vertical line',
    '\uA78C': 'saltillo',
    '\u05F3': 'Hebrew geresh',
  },
  '"': {
    '\u201C': 'left double quotation mark',
    '\u201D': 'right double quotation mark',
    '\u201F': 'reversed double quotation mark',
    '\u2033': 'double prime',
    '\u02BA': 'modifier double prime',
    '\u05F4': 'Hebrew gershayim',
  },
};

/** What a character passes for. */
export interface Known {
  readonly like: string;
  readonly label: string;
  /** For letters: how it is named, and whether a word of such letters alone can be taken for another one. */
  readonly letter?: { readonly script: string; readonly close: boolean; readonly living?: true };
}

/** By character; `knownAs` knows more of them. */
export const known = new Map<string, Known>();
for (const { script, close, near = '' } of letterPairs) {
  addLetters(close, { script, close: true });
  addLetters(near, { script, close: false });
}
addLetters(livingLetters, { script: 'Latin', close: false, living: true });
for (const [like, characters] of Object.entries(punctuation)) {
  for (const [character, label] of Object.entries(characters)) known.set(character, { like, label });
}

function addLetters(pairs: string, letter: NonNullable<Known['letter']>): void {
  for (const [, character = '', like = ''] of pairs.matchAll(/(.)(.)/gu))
    known.set(character, { like, label: `${letter.script} ${character}`, letter });
}

/** Forms of one ASCII character for which Unicode has a rule and that need no table: full width, small, mathematical, letter-like. */
export const forms =
  '\\u2024\\u1FEF\\u2100-\\u2138\\u213A-\\u214F\\u2160-\\u217F\\uFE50-\\uFE6B\\uFF01-\\uFF5E\\u{1D400}-\\u{1D7FF}';

/** What a character passes for; undefined if for none. */
export function knownAs(character: string): Known | undefined {
  const entry = known.get(character);
  if (entry) return entry;
  const plain = character.normalize('NFKC');
  // A mathematical Greek letter is one that looks like a Latin one as well.
  const like = known.get(plain)?.like ?? plain;
  if (!/^[!-~]$/.test(like)) return undefined;
  const code = character.codePointAt(0) ?? 0;
  const form =
    code > 0xffff ? 'mathematical' : code >= 0xff00 ? 'full-width' : code >= 0xfe00 ? 'small' : 'letter-like';
  return { like, label: `${form} ${like}` };
}
