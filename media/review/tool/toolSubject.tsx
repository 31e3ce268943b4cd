import type { JSX } from 'preact';
import type { SubjectView } from '../../../src/protocol/views';
import { Fields } from '../fields';
import { Icon, visibleLine } from '../text';
import { toolName } from '../words';

/** Any tool that has no view of its own: what it is called, and all of its values. */
export function ToolSubject({ subject }: { subject: Extract<SubjectView, { type: 'tool' }> }): JSX.Element {
  const { name, server, fields } = subject;
  const short = toolName(subject);
  return (
    <div class="column">
      <section class="card" aria-label="Tool">
        <div class="card-head">
          <h2>Tool that would be used</h2>
        </div>
        <dl class="tool-name">
          <div>
            <dt>
              <Icon name="tools" small /> Tool
            </dt>
            <dd>
              <b>
                <code>{visibleLine(short)}</code>
              </b>
              {short !== name && <code class="quiet small">{visibleLine(name)}</code>}
            </dd>
          </div>
          {server !== undefined && (
            <div>
              <dt>
                <Icon name="server" small /> Server
              </dt>
              <dd>
                <b>
                  <code>{visibleLine(server)}</code>
                </b>
              </dd>
            </div>
          )}
        </dl>
      </section>
      <Fields fields={fields} title="With these values" />
    </div>
  );
}
