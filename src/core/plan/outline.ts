import MarkdownIt from 'markdown-it';

/** One heading of a plan. */
export interface Section {
  /** 1-based line of the heading. */
  readonly line: number;
  /** 1 to 6. */
  readonly level: number;
  /** The heading's text without its markup. */
  readonly title: string;
}

const parser = new MarkdownIt('commonmark');

/** The headings of a plan in order, those in quotes and lists included. */
export function sectionsOf(markdown: string): readonly Section[] {
  const sections: Section[] = [];
  const tokens = parser.parse(markdown, {});
  tokens.forEach((token, index) => {
    if (token.type !== 'heading_open' || !token.map) return;
    const inline = tokens[index + 1]?.children ?? [];
    const title = inline.map((child) => (child.type === 'softbreak' ? ' ' : child.content)).join('');
    sections.push({ line: token.map[0] + 1, level: Number(token.tag.slice(1)), title: title.trim() });
  });
  return sections;
}

/** The titles of the headings above a line, outermost first; the plan's own title (its first heading, of level 1) is left out. */
export function sectionOf(sections: readonly Section[], line: number): readonly string[] {
  const path: Section[] = [];
  for (const section of sections) {
    if (section.line > line) break;
    while (path.length > 0 && path.at(-1)!.level >= section.level) path.pop();
    path.push(section);
  }
  const isPlanTitle = (section: Section): boolean => section === sections[0] && section.level === 1;
  return path.filter((section) => path.length === 1 || !isPlanTitle(section)).map((section) => section.title);
}
