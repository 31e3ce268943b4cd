import { Component, type ComponentChildren, type JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { RequestView } from '../../src/protocol/page';
import { visibleString } from '../../src/core/visibleText';
import { ActionBar } from './actionBar';
import type { Actions } from './actions';
import { Banners } from './banner';
import { DrawingContext, type Drawing } from './chunked';
import { CodeRows } from './codeRows';
import { CommandSubject } from './commandSubject';
import { EditSubject } from './editSubject';
import { FieldsSubject } from './fieldsSubject';
import { Header } from './header';
import { planDocument } from './plan/document';
import { Drawer } from './plan/drawer';
import { Find } from './plan/find';
import { Outline } from './plan/outline';
import { PlanSubject, type PlanProps } from './plan/planSubject';
import { canComment, commentsOf } from './plan/planState';
import { initialUi, outlineOpen, useWidth, type PlanUi } from './plan/planUi';
import { beginWhole } from './plan/whole';
import { PlanTools } from './plan/tools';
import type { State } from './state';
import { subjectLabel } from './words';

/** The page. Four regions, of which only `main` scrolls, so that nothing can push the buttons out of view. */
export function App(props: { state: State; actions: Actions; drawing: Drawing }): JSX.Element {
  const { state, actions, drawing } = props;
  const { request, queue } = state;
  const [chosen, setChosen] = useState<{ readonly id: string; readonly ui: PlanUi } | null>(null);
  useWidth();
  const id = request?.id ?? '';
  const ui = chosen?.id === id ? chosen.ui : initialUi;
  const setUi = (change: Partial<PlanUi>): void =>
    setChosen((now) => ({ id, ui: { ...(now?.id === id ? now.ui : initialUi), ...change } }));
  const subject = request?.subject;
  const plan = useMemo(() => (subject?.type === 'plan' ? planDocument(subject.markdown) : null), [subject]);
  const planProps =
    request && subject?.type === 'plan' && plan
      ? { request, plan: subject, document: plan, state, actions, ui, setUi }
      : null;
  // A drawn subject stays as it is while one types or the time runs: it can be a megabyte. A plan sees to that itself.
  const other = useMemo(
    () => request && subject?.type !== 'plan' && <Subject request={request} actions={actions} />,
    [subject, request?.id],
  );
  const main = planProps ? <Subject request={planProps.request} actions={actions} plan={planProps} /> : other;
  const hasOutline = planProps !== null && outlineOpen(ui);
  return (
    <div class="page">
      <header class="top">
        <Header request={request ?? null} queue={queue} go={actions.go} />
        {planProps && (
          <PlanTools {...planProps} commentAll={canComment(request) ? () => beginWhole(state, actions, setUi) : null} />
        )}
      </header>
      <div class="facts-row">
        <Banners state={state} actions={actions} />
      </div>
      <div class={hasOutline ? 'middle has-side' : 'middle'}>
        {planProps && hasOutline && (
          <Outline document={planProps.document} comments={commentsOf(request)} ui={ui} setUi={setUi} />
        )}
        {planProps && ui.find && <Find close={() => setUi({ find: false })} redrawn={ui.view} />}
        <main class="main" tabIndex={0} aria-label="Request">
          <DrawingContext.Provider value={drawing}>{main || <Empty state={state} />}</DrawingContext.Provider>
        </main>
      </div>
      <div class="foot">
        {request?.status.type === 'open' && <Drawer state={state} actions={actions} ui={ui} setUi={setUi} />}
        <ActionBar state={state} actions={actions} ui={ui} setUi={setUi} />
      </div>
      <div class="sr" aria-live="polite">
        {request && announcement(request)}
      </div>
    </div>
  );
}

function announcement(request: RequestView): string {
  return visibleString(`${request.agent.name} asks. ${subjectLabel(request.subject)}. ${request.project}.`);
}

function Empty({ state }: { state: State }): JSX.Element | null {
  // Nothing is said until the extension has: "nothing waits" would be a guess.
  if (state.request === undefined) return null;
  return (
    <div class="empty">
      <h2>Nothing waits for you.</h2>
      <p class="quiet">
        {state.queue.paused
          ? 'Countersign is paused: agents ask in their own place until you resume.'
          : 'When an agent asks for permission in this project, its request opens here.'}
      </p>
    </div>
  );
}

function Subject(props: { request: RequestView; actions: Actions; plan?: PlanProps }): JSX.Element {
  const { request, actions, plan } = props;
  const { subject } = request;
  return (
    <Fallback
      key={`${request.id} ${request.hash}`}
      text={() => JSON.stringify(subject, null, 2)}
      failed={actions.failed}
    >
      {plan && <PlanSubject {...plan} />}
      {subject.type === 'edit' && <EditSubject subject={subject} />}
      {subject.type === 'command' && (
        <div class="page-pad">
          <CommandSubject subject={subject} />
        </div>
      )}
      {(subject.type === 'tool' || subject.type === 'question') && (
        <div class="page-pad">
          <FieldsSubject subject={subject} />
        </div>
      )}
    </Fallback>
  );
}

interface FallbackProps {
  readonly text: () => string;
  readonly failed: (error: unknown) => void;
  readonly children: ComponentChildren;
}

/** If a subject cannot be drawn, all of it is shown as it came. */
class Fallback extends Component<FallbackProps, { readonly broken: boolean }> {
  override state = { broken: false };

  override componentDidCatch(error: unknown): void {
    this.props.failed(error);
    this.setState({ broken: true });
  }

  override render(): ComponentChildren {
    if (!this.state.broken) return this.props.children;
    return (
      <div class="page-pad">
        <p>
          <b>This could not be drawn as usual.</b> All of it follows as it came.
        </p>
        <CodeRows text={this.props.text()} />
      </div>
    );
  }
}
