import type { JSX } from 'preact';
import type { CommandAnalysis, Risk, TouchView } from '../../../src/protocol/command';
import { Icon, Path, visible } from '../text';
import { count } from '../words';

const looks: Readonly<Record<Risk, { readonly icon: string; readonly tone: string; readonly word: string }>> = {
  dangerous: { icon: 'warning', tone: 'danger', word: 'Dangerous' },
  careful: { icon: 'info', tone: 'careful', word: 'Careful' },
  // Not "safe": what is not marked is only not known to be dangerous.
  safe: { icon: 'pass', tone: 'safe', word: 'No marks' },
};

/**
 * How much care a command asks for and why, in a sentence. The edge says it again by its pattern. What is odd about where it would run stands
 * here too: beneath a long command nobody sees it.
 */
export function Verdict({ analysis, touch }: { analysis: CommandAnalysis; touch: TouchView | null }): JSX.Element {
  const { icon, tone, word } = looks[analysis.risk];
  return (
    <section class={`verdict ${tone}`} aria-label="Risk">
      <Icon name={icon} tone={tone} />
      <div>
        <h2>
          {word}: {visible(analysis.verdict)}
        </h2>
        <p class="quiet">{marksSaid(analysis)}</p>
        {touch?.cwdWarning !== undefined && (
          <p>
            <Icon name="warning" tone="careful" small /> Runs in{' '}
            <code>
              <Path path={touch.cwd} />
            </code>
            : <b>{visible(touch.cwdWarning)}</b>
          </p>
        )}
      </div>
    </section>
  );
}

/** `7 marks below: 4 dangerous, 3 careful.`, and what that is worth. Marks of one kind are of the kind that the heading names. */
function marksSaid({ marks, risk, unshown = 0 }: CommandAnalysis): string {
  const sure = 'Nothing was run to find this out.';
  // The heading says so where nothing else asks for care.
  const none = risk === 'safe' ? '' : 'Nothing is marked. ';
  if (marks.length === 0) return `${none}${sure} No marks does not mean it is safe.`;
  const dangerous = marks.filter((mark) => mark.risk === 'dangerous').length;
  const careful = marks.length - dangerous;
  const kinds = dangerous > 0 && careful > 0 ? `: ${dangerous} dangerous, ${careful} careful` : '';
  const more = unshown > 0 ? ` ${count(unshown, 'more mark')} are not drawn.` : '';
  return `${count(marks.length, 'mark')} below${kinds}.${more} ${sure} No marks would not mean it is safe.`;
}
