import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { code, drawBlocks, parseMarkdown } from '../markdown';
import { CodeRows } from '../codeRows';
import { Hosts } from './hosts';

/** A Markdown text, rendered. What the parser makes nothing of stands beneath it as it was written. */
export function MarkdownText({ text, openLink }: { text: string; openLink: (url: string) => void }): JSX.Element {
  const markdown = useMemo(() => parseMarkdown(text), [text]);
  const { frontMatter, leftOut } = markdown;
  return (
    <div class="blk rendered">
      {frontMatter !== null && code(frontMatter, 'front matter')}
      {drawBlocks(markdown, markdown.tokens, { openLink })}
      {leftOut.length > 0 && <CodeRows text={leftOut.map((line) => line.text).join('\n')} />}
      <Hosts text={text} />
    </div>
  );
}
