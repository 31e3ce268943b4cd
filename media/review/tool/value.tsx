import type { JSX } from 'preact';
import { useContext, useMemo, useState } from 'preact/hooks';
import { compactJson, isGroup, jsonText, readJson } from '../../../src/core/jsonValue';
import type { JsonGroup, JsonMember, JsonValue } from '../../../src/core/jsonValue';
import { isMarkdown } from '../../../src/core/textForm';
import { Chunked, DrawingContext } from '../chunked';
import { CodeRows, LineEnds } from '../codeRows';
import { usePlanParts } from '../plan/lazyPlan';
import { visibleLine } from '../text';
import { count } from '../words';
import { Address, Hosts, isAddress } from './hosts';
import { OpenLinkContext } from './openLink';

/** Groups in groups beyond this are shown as JSON on one line: there is no room to the right. */
const deepest = 16;
/** With more values than this, groups inside are shown as JSON text, which is lighter. */
const manyValues = 3000;
const bigGroup = 100;

/** A value as the agent sent it, whole. `json`: the text is JSON and is shown as a tree; otherwise it is a string. */
export function Value({ text, json, name }: { text: string; json: boolean; name: string }): JSX.Element {
  const value = useMemo(() => (json ? readJson(text) : null), [text, json]);
  if (!json) return <TextValue text={text} name={name} />;
  return value ? <Json value={value} name={name} depth={0} light={false} /> : <CodeRows text={text} kind="exact" />;
}

function Json(props: { value: JsonValue; name: string; depth: number; light: boolean }): JSX.Element {
  const { value, name, depth, light } = props;
  if (value.type === 'string') return <TextValue text={value.value} name={name} />;
  if (!isGroup(value)) return <code class={`literal is-${value.type}`}>{visibleLine(value.text)}</code>;
  if (value.members.length === 0)
    return <span class="quiet">{value.type === 'array' ? 'empty list' : 'no values'}</span>;
  if (depth >= deepest) return <CodeRows text={compactJson(value)} kind="exact" />;
  if (light && value.size > bigGroup) return <CodeRows text={jsonText(value)} kind="exact" />;
  return <Group group={value} depth={depth} light={light || value.size > manyValues} />;
}

/** Open from the beginning: what is folded is not read. */
function Group({ group, depth, light }: { group: JsonGroup; depth: number; light: boolean }): JSX.Element {
  const { members, type } = group;
  return (
    <details class="group" open>
      <summary class="quiet">
        {type === 'array' ? count(members.length, 'item') : count(members.length, 'value')}
      </summary>
      <dl class={type === 'array' ? 'tree list' : 'tree'}>
        <Chunked
          items={members}
          draw={(member) => <Member member={member} listed={type === 'array'} depth={depth} light={light} />}
          size={50}
        />
      </dl>
    </details>
  );
}

function Member(props: { member: JsonMember; listed: boolean; depth: number; light: boolean }): JSX.Element {
  const { member, listed, depth, light } = props;
  const { name, value, again } = member;
  const nests = isGroup(value) && value.members.length > 0;
  return (
    <div class={nests ? 'nest' : undefined}>
      <dt>
        <Name name={name} /> {again && <span class="tag warn">same name again</span>}
      </dt>
      <dd>
        <Json value={value} name={listed ? '' : name} depth={depth + 1} light={light} />
      </dd>
    </div>
  );
}

/** What a value is called. */
export function Name({ name }: { name: string }): JSX.Element {
  return name === '' ? <span class="quiet">no name</span> : <code>{visibleLine(name)}</code>;
}

type Form = 'address' | 'json' | 'markdown' | 'text';

function formOf(text: string, name: string): Form {
  if (text.includes('://') && isAddress(text)) return 'address';
  if (/^\s*[[{]/.test(text) && readJson(text)) return 'json';
  return isMarkdown(text, name) ? 'markdown' : 'text';
}

/** A string in the form in which it reads best, and as it is. */
function TextValue({ text, name }: { text: string; name: string }): JSX.Element {
  const form = useMemo(() => formOf(text, name), [text, name]);
  const [raw, setRaw] = useState(false);
  if (text === '') return <span class="quiet">empty</span>;
  if (form === 'address') return <Address text={text} />;
  if (looksLikeAnother(text)) {
    return (
      <>
        <code>{visibleLine(text)}</code> <span class="quiet small">text</span>
      </>
    );
  }
  const rows = (
    <>
      <CodeRows text={text} kind="exact" />
      <LineEnds text={text} />
      <Hosts text={text} />
    </>
  );
  if (form === 'text') return rows;
  return (
    <div class="formed">
      <div class="formed-head">
        <span class="quiet small">{form === 'json' ? 'JSON in a text' : 'Markdown'}</span>
        <button type="button" class="btn ghost sm" aria-pressed={raw} onClick={() => setRaw(!raw)}>
          Raw
        </button>
      </div>
      {raw && rows}
      {!raw && form === 'json' && <Value text={text} json name={name} />}
      {!raw && form === 'markdown' && <MarkdownValue text={text} />}
    </div>
  );
}

/** Whether a string reads like a value that is none. */
function looksLikeAnother(text: string): boolean {
  return text.length < 40 && /^(?:true|false|null|-?\d+(?:\.\d+)?)$/.test(text);
}

/** Until what draws Markdown is there, and if it cannot be had, the text as it is. */
function MarkdownValue({ text }: { text: string }): JSX.Element {
  const drawing = useContext(DrawingContext);
  const openLink = useContext(OpenLinkContext);
  const parts = usePlanParts(true, drawing, () => undefined);
  if (parts === null || parts === 'broken') return <CodeRows text={text} />;
  return <parts.MarkdownText text={text} openLink={openLink} />;
}
