import * as fc from 'fast-check';

/** Draws from a list of choices that fast-check made, over and over. */
class Choices {
  private at = 0;
  constructor(private readonly drawn: readonly number[]) {}

  of<T>(...options: readonly T[]): T {
    return options[this.drawn[this.at++ % this.drawn.length]! % options.length]!;
  }
}

type Value = string | number | boolean | null | readonly Value[] | { readonly [key: string]: Value };

const words = fc.constantFrom(
  'a',
  'model',
  'x y',
  'ü',
  'a"b',
  '# no comment',
  '// none',
  '{[',
  'tail: ',
  '💡',
  '\\n',
  '',
);
const scalars: fc.Arbitrary<Value> = fc.oneof(words, fc.integer({ min: -9, max: 9999 }), fc.boolean());
const others: fc.Arbitrary<Value> = fc.oneof(
  { weight: 3, arbitrary: scalars },
  fc.array(scalars, { maxLength: 3 }),
  fc.dictionary(fc.constantFrom('k', 'l', 'm n', '"q"'), fc.oneof(scalars, fc.array(scalars, { maxLength: 2 })), {
    maxKeys: 2,
  }),
);

/** The value of a configuration with something, little or nothing on the path to a list of hooks. */
export function configValues(path: readonly string[], foreign: Value): fc.Arbitrary<Readonly<Record<string, Value>>> {
  const level = (depth: number): fc.Arbitrary<Value> => {
    if (depth === path.length) return fc.array(fc.constant(foreign), { maxLength: 2 });
    const key = path[depth]!;
    const beside = fc.dictionary(fc.constantFrom('alpha', 'beta', 'gamma'), others, { maxKeys: 2 });
    return fc
      .tuple(beside, fc.option(level(depth + 1), { nil: undefined }), beside)
      .map(([before, inner, after]) => ({ ...before, ...(inner === undefined ? {} : { [key]: inner }), ...after }));
  };
  return level(0) as fc.Arbitrary<Readonly<Record<string, Value>>>;
}

const choices = fc
  .array(fc.nat({ max: 5039 }), { minLength: 40, maxLength: 40 })
  .map((drawn) => () => new Choices(drawn));

/** Texts of JSON with comments, laid out in many ways. */
export function jsonTexts(path: readonly string[], foreign: Value): fc.Arbitrary<string> {
  return fc.oneof(
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '',
        '\n',
        '\r\n',
        ' \n\n',
        '// nothing\n',
        '// nothing',
        '/* a */ // b\r\n',
        '\uFEFF',
        '{}',
        '{}\n',
        '{ }',
        '{\n}',
        '{\r\n}\r\n',
        '{ // a\n}',
        '{/* a */}',
      ),
    },
    {
      weight: 12,
      arbitrary: fc.tuple(configValues(path, foreign), choices).map(([value, make]) => writeJson(value, make())),
    },
  );
}

function writeJson(value: Value, draw: Choices): string {
  const eol = draw.of('\n', '\r\n');
  const unit = draw.of('  ', '    ', '\t', ' ');
  const layout = draw.of('pretty', 'pretty', 'compact', 'spaced', 'odd');
  const trailing = draw.of(false, false, true);
  const comments = draw.of(false, true);
  const gap = (depth: number): string => {
    const plain = { pretty: eol + unit.repeat(depth), compact: '', spaced: ' ' }[layout as 'pretty'];
    const odd = plain ?? draw.of('', ' ', '  ', eol, `${eol}${eol}  `, '\t', `${eol}\t`);
    if (!comments) return odd;
    return draw.of('', '', '', ' /* c, } */', ` // ]${eol}`, `${eol}${unit}// own line${eol}`) + odd;
  };
  const list = (open: string, items: readonly string[], close: string, depth: number): string => {
    if (items.length === 0) return `${open}${draw.of('', '', ' ', gap(depth))}${close}`;
    const inner = items.map((item, at) => {
      const comma = at < items.length - 1 || trailing ? (layout === 'odd' ? draw.of('', ' ', eol) : '') + ',' : '';
      return gap(depth + 1) + item + comma;
    });
    return `${open}${inner.join('')}${gap(depth)}${close}`;
  };
  const write = (part: Value, depth: number): string => {
    if (Array.isArray(part))
      return list(
        '[',
        part.map((item: Value) => write(item, depth + 1)),
        ']',
        depth,
      );
    if (typeof part !== 'object' || part === null) return JSON.stringify(part);
    const colon = layout === 'compact' ? ':' : draw.of(': ', ': ', ' : ', ':');
    const items = Object.entries(part).map(
      ([key, item]: [string, Value]) => `${JSON.stringify(key)}${colon}${write(item, depth + 1)}`,
    );
    return list('{', items, '}', depth);
  };
  const before = comments ? draw.of('', `// first${eol}`, `/* a */ `, eol) : draw.of('', '', eol);
  const after = draw.of('', eol, eol, `${eol}${eol}`, `${eol}// last`, ' ');
  return draw.of('', '', '\uFEFF') + before + write(value, 0) + after;
}

/** Texts of TOML in which a list of tables of this name may stand. */
export function tomlTexts(name: string, foreign: Readonly<Record<string, Value>>): fc.Arbitrary<string> {
  return fc.oneof(
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '',
        '\n',
        '\r\n',
        '# nothing',
        '# nothing\n',
        '\uFEFF',
        `${name} = []`,
        `${name} = [ ] # c\n`,
      ),
    },
    {
      weight: 12,
      arbitrary: fc
        .tuple(fc.array(fc.nat({ max: 9 }), { maxLength: 7 }), choices)
        .map(([kinds, make]) => writeToml(name, foreign, kinds, make())),
    },
  );
}

function writeToml(
  name: string,
  foreign: Readonly<Record<string, Value>>,
  kinds: readonly number[],
  draw: Choices,
): string {
  const eol = draw.of('\n', '\r\n');
  const equals = draw.of(' = ', '=', '   = ');
  const comment = () => draw.of('', '', ' # c [[x]]', `${eol}# own line`, eol);
  const fields = Object.entries(foreign).map(([key, value]) => `${key}${equals}${JSON.stringify(value)}`);
  const table = () =>
    [
      `${draw.of('', '  ')}[[${draw.of('', ' ')}${name}]]${comment()}`,
      ...fields.map((field) => field + comment()),
    ].join(eol);
  const top = [
    `model${equals}"x"${comment()}`,
    `long${equals}"""${eol}[[${name}]]${eol}# no comment"""${comment()}`,
    `list${equals}[${eol}  1, # c${eol}  2,${eol}]`,
    `day${equals}2026-11-30${comment()}`,
    `big${equals}9007199254740993`,
  ].filter(() => draw.of(true, false));
  const inline = `${name}${equals}[${draw.of('', ' ', eol)}${draw.of('', `{ event${equals}"X" }`, `{ event${equals}"X" },`)}${draw.of('', ' # c' + eol, eol)}]${comment()}`;
  const sections = kinds.map((kind, at) => {
    if (kind < 5) return draw.of(true, true, false) ? table() : '# [[between]]';
    if (kind < 7) return `[section${at}]${comment()}${eol}key${equals}'literal'${comment()}`;
    return `[[other]]${eol}key${equals}${at}${comment()}`;
  });
  const isInline = draw.of(false, false, false, true);
  const used = isInline ? [inline, ...sections.filter((section) => !section.includes(`${name}]]`))] : sections;
  const text = [...top, ...used].join(draw.of(eol, eol + eol));
  return (
    draw.of('', '', '\uFEFF') +
    draw.of('', `# first${eol}`, eol) +
    text +
    draw.of('', eol, eol, eol + eol, `${eol}# last`)
  );
}

/** Texts of YAML, in blocks and in brackets. Some combinations are no YAML: to be filtered. */
export function yamlTexts(path: readonly string[], foreign: Value): fc.Arbitrary<string> {
  return fc.oneof(
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '',
        '\n',
        '# nothing',
        '# nothing\r\n',
        '---\n',
        '--- # c\n',
        '\uFEFF',
        '{}',
        '{}\n',
        `${path[0]}:`,
        `${path[0]}: # c\n`,
        `a: 1\n${path[0]}:\n`,
      ),
    },
    {
      weight: 12,
      arbitrary: fc.tuple(configValues(path, foreign), choices).map(([value, make]) => writeYaml(value, make())),
    },
  );
}

function writeYaml(value: Value, draw: Choices): string {
  const eol = draw.of('\n', '\r\n');
  const unit = draw.of('  ', '    ', ' ');
  const flush = draw.of(true, false);
  const comment = () => draw.of('', '', '', ' # c: [', `${eol}# own line`, eol);
  const flow = (part: Value): string => {
    if (Array.isArray(part))
      return `[${draw.of('', ' ')}${part.map(flow).join(', ')}${part.length > 0 ? draw.of('', ',', ' ') : ''}]`;
    if (typeof part !== 'object' || part === null) return JSON.stringify(part);
    return `{${draw.of('', ' ')}${Object.entries(part)
      .map(([key, item]: [string, Value]) => `${JSON.stringify(key)}: ${flow(item)}`)
      .join(', ')}${draw.of('', ' ')}}`;
  };
  const scalar = (part: string, indent: string): string =>
    draw.of(
      JSON.stringify(part),
      `'${part.replaceAll("'", "''")}'`,
      `|${eol}${indent}${unit}text: ${part}`,
      `|+${eol}${indent}${unit}kept${eol}`,
      `>-${eol}${indent}${unit}folded`,
    );
  const write = (part: Value, indent: string): string => {
    if (typeof part === 'string') return ` ${scalar(part, indent)}`;
    if (typeof part !== 'object' || part === null) return ` ${String(part)}${comment()}`;
    const entries = Object.entries(part);
    if (entries.length === 0 && draw.of(true, false)) return draw.of('', ' # nothing');
    if (entries.length === 0 || draw.of(false, false, false, true)) return ` ${flow(part)}${comment()}`;
    const inner = Array.isArray(part) && flush ? indent : indent + unit;
    return eol + body(part, inner);
  };
  const body = (part: Value & object, indent: string): string =>
    Array.isArray(part)
      ? part
          .map(
            (item: Value) =>
              `${indent}-${item !== null && typeof item === 'object' && !Array.isArray(item) && Object.keys(item).length > 0 ? ` ${body(item, `${indent}  `).slice(indent.length + 2)}` : write(item, indent)}`,
          )
          .join(eol)
      : Object.entries(part)
          .map(
            ([key, item]: [string, Value]) =>
              `${indent}${/^\w+$/.test(key) ? key : JSON.stringify(key)}:${write(item, indent)}`,
          )
          .join(eol);
  const whole = typeof value === 'object' && value !== null && Object.keys(value).length > 0 ? body(value, '') : '{}';
  return (
    draw.of('', '', '\uFEFF') +
    draw.of('', `# first${eol}`, `---${eol}`) +
    whole +
    draw.of('', eol, eol, eol + eol, `${eol}# last`, `${eol}...${eol}`)
  );
}
