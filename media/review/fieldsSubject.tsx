import type { JSX } from 'preact';
import type { FieldView, SubjectView } from '../../src/protocol/views';
import { CodeRows } from './codeRows';
import { visible } from './text';
import { count } from './words';

/** Named values as the agent sent them, whole. */
export function Fields({ fields, title }: { fields: readonly FieldView[]; title: string }): JSX.Element {
  return (
    <section class="card" aria-label={title}>
      <div class="card-head">
        <h2>{title}</h2>
        <span class="quiet small clip">{fields.length === 0 ? 'nothing' : count(fields.length, 'value')}</span>
      </div>
      {fields.length > 0 && (
        <dl class="fields">
          {fields.map((field) => (
            <div>
              <dt>
                <code>{visible(field.name)}</code>
              </dt>
              <dd>{field.text === '' ? <span class="quiet">empty</span> : <CodeRows text={field.text} />}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

/** Any tool that has no view of its own. */
export function FieldsSubject({ subject }: { subject: Extract<SubjectView, { type: 'tool' }> }): JSX.Element {
  return (
    <div class="column">
      <section class="card" aria-label="Tool">
        <div class="card-head">
          <h2>Tool that would be used</h2>
        </div>
        <p class="named">
          <code>{visible(subject.name)}</code>
          {subject.server !== undefined && <span class="quiet"> of the server {visible(subject.server)}</span>}
        </p>
      </section>
      <Fields fields={subject.fields} title="With these values" />
    </div>
  );
}
