import type { JSX } from 'preact';
import type { SubjectView } from '../../src/protocol/views';
import { textRows } from '../../src/core/visibleText';
import { CodeRows } from './codeRows';
import { Fields } from './fieldsSubject';
import { Icon, Path, visible } from './text';
import { count } from './words';

/** A command, whole, and where it would run. */
export function CommandSubject({ subject }: { subject: Extract<SubjectView, { type: 'command' }> }): JSX.Element {
  const { lines, crlf } = textRows(subject.command);
  const facts = [
    ...(subject.language === undefined ? [] : [subject.language]),
    ...(lines > 1 ? [count(lines, 'line')] : []),
    ...(crlf > 0 ? [`${crlf === lines ? 'all' : crlf} end in CR LF`] : []),
  ];
  return (
    <div class="column">
      <section class="card" aria-label="Command">
        <div class="card-head">
          <h2>What would run</h2>
          <span class="quiet small clip">{visible(facts.join(' · '))}</span>
        </div>
        <div class="command">
          <CodeRows text={subject.command} kind="exact" />
        </div>
      </section>
      <div class="facts">
        <span>
          <Icon name="folder" small />
          <span>
            Runs in{' '}
            <code>
              <Path path={subject.cwd} />
            </code>
          </span>
        </span>
        {subject.description !== undefined && subject.description !== '' && (
          <span>
            <span>
              <span class="quiet">The agent says: </span>“{visible(subject.description)}”
            </span>
          </span>
        )}
      </div>
      {subject.fields.length > 0 && <Fields fields={subject.fields} title="Other values" />}
    </div>
  );
}
