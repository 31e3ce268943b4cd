import type { JSX } from 'preact';
import type { FieldView } from '../../src/protocol/views';
import { Name, Value } from './tool/value';
import { count } from './words';

/** Named values as the agent sent them, whole. */
export function Fields({ fields, title }: { fields: readonly FieldView[]; title: string }): JSX.Element {
  return (
    <section class="card" aria-label={title}>
      <div class={fields.length > 0 ? 'card-head' : 'card-head alone'}>
        <h2>{title}</h2>
        <span class="quiet small clip">{fields.length === 0 ? 'nothing' : count(fields.length, 'value')}</span>
      </div>
      {fields.length > 0 && (
        <dl class="fields">
          {fields.map((field) => (
            <div>
              <dt>
                <Name name={field.name} />
              </dt>
              <dd>
                <Value text={field.text} json={field.json === true} name={field.name} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
