import { Component, type ComponentChildren, type JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { RequestView } from '../../src/protocol/views';
import { visibleString } from '../../src/core/visibleText';
import { ActionBar } from './actionBar';
import type { Actions } from './actions';
import { Banners } from './banner';
import { DrawingContext, type Drawing } from './chunked';
import { CodeRows } from './codeRows';
import { CommandSubject, type CommandProps } from './command/commandSubject';
import { EditSubject, type EditProps } from './edit/editSubject';
import { EditTools } from './edit/editTools';
import { FileList } from './edit/fileList';
import { marksOf } from './edit/editState';
import { useEditDesk } from './edit/useEditDesk';
import { Header } from './header';
import { Drawer } from './drawer';
import { usePlanParts } from './plan/lazyPlan';
import type { PlanParts } from './plan/planParts';
import type { PlanProps } from './plan/planSubject';
import { canComment, commentsOf } from './comments/commentState';
import { beginWhole } from './comments/useCommentDesk';
import { initialUi, outlineOpen, useWidth, type PlanUi } from './plan/planUi';
import { QuestionSubject, type QuestionProps } from './question/questionSubject';
import type { State } from './state';
import { OpenLinkContext } from './tool/openLink';
import { ToolSubject } from './tool/toolSubject';
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
  const loaded = usePlanParts(subject?.type === 'plan', drawing, actions.failed);
  const parts = loaded === 'broken' ? null : loaded;
  const plan = useMemo(
    () => (parts && subject?.type === 'plan' ? parts.planDocument(subject.markdown) : null),
    [subject, parts],
  );
  const planProps =
    request && subject?.type === 'plan' && plan
      ? { request, plan: subject, document: plan, review: planReviewOf(request), state, actions, ui, setUi }
      : null;
  const desk = useEditDesk(state, actions);
  const editProps =
    request && subject?.type === 'edit' && desk ? { request, edit: subject, desk, state, actions, ui, setUi } : null;
  const questionProps = request && subject?.type === 'question' ? { request, asked: subject, state, actions } : null;
  const commandProps = request && subject?.type === 'command' ? { request, command: subject, state, actions } : null;
  const files = desk && desk.files.length > 1 ? (ui.outline ?? true) : null;
  // A drawn subject stays as it is while one types or the time runs: it can be a megabyte. Plans, edits and commands see to that themselves.
  const other = useMemo(
    () =>
      request &&
      !planProps &&
      !editProps &&
      !commandProps &&
      !questionProps && <Subject request={request} actions={actions} broken={loaded === 'broken'} />,
    [subject, request?.id, loaded],
  );
  const main =
    planProps || editProps || commandProps || questionProps ? (
      <Subject
        request={request!}
        actions={actions}
        parts={parts}
        plan={planProps}
        edit={editProps}
        question={questionProps}
        command={commandProps}
      />
    ) : (
      other
    );
  const commentAll = (): void => {
    setUi({ view: 'rendered' });
    beginWhole(state, actions);
  };
  const hasOutline = planProps !== null && outlineOpen(ui);
  return (
    <div class="page">
      <header class="top">
        <Header request={request ?? null} queue={queue} go={actions.go} />
        {desk && (
          <EditTools
            desk={desk}
            preferences={state.preferences}
            files={files}
            setFiles={(open) => setUi({ outline: open })}
            commentAll={canComment(request) ? commentAll : null}
          />
        )}
        {parts && planProps && <parts.PlanTools {...planProps} commentAll={canComment(request) ? commentAll : null} />}
      </header>
      <div class="facts-row">
        <Banners state={state} actions={actions} />
      </div>
      <div class={files ? 'middle has-files' : hasOutline ? 'middle has-side' : 'middle'}>
        {desk && files && <FileList key={id} desk={desk} viewed={marksOf(state).viewed} />}
        {parts && planProps && hasOutline && (
          <parts.Outline document={planProps.document} comments={commentsOf(request)} ui={ui} setUi={setUi} />
        )}
        {parts && planProps && ui.find && <parts.Find close={() => setUi({ find: false })} redrawn={ui.view} />}
        <main class="main" tabIndex={0} aria-label="Request">
          <DrawingContext.Provider value={drawing}>
            <OpenLinkContext.Provider value={actions.openLink}>
              {main || <Empty state={state} />}
            </OpenLinkContext.Provider>
          </DrawingContext.Provider>
          <div data-end-of-main />
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

function planReviewOf({ review }: RequestView): PlanProps['review'] {
  return review?.type === 'plan' ? review : undefined;
}

function announcement(request: RequestView): string {
  const care = { dangerous: ' Dangerous.', careful: ' Careful.', safe: '' }[request.risk];
  return visibleString(`${request.agent.name} asks. ${subjectLabel(request.subject)}.${care} ${request.project}.`);
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

function Subject(props: {
  request: RequestView;
  actions: Actions;
  parts?: PlanParts | null;
  plan?: PlanProps | null;
  edit?: EditProps | null;
  command?: CommandProps | null;
  question?: QuestionProps | null;
  broken?: boolean;
}): JSX.Element {
  const { request, actions, parts, plan, edit, command, question, broken } = props;
  const { subject } = request;
  return (
    <Fallback
      // A command stays when another text of it is shown: the person may be writing it.
      key={command ? request.id : `${request.id} ${request.hash}`}
      of={request.hash}
      text={() => JSON.stringify(subject, null, 2)}
      failed={actions.failed}
    >
      {parts && plan && <parts.PlanSubject {...plan} />}
      {subject.type === 'plan' && broken && <Raw text={subject.markdown} />}
      {edit && <EditSubject {...edit} />}
      {command && <CommandSubject {...command} />}
      {question && <QuestionSubject {...question} />}
      {subject.type === 'tool' && (
        <div class="page-pad">
          <ToolSubject subject={subject} />
        </div>
      )}
    </Fallback>
  );
}

interface FallbackProps {
  /** Another text may be one that can be drawn. */
  readonly of: string;
  readonly text: () => string;
  readonly failed: (error: unknown) => void;
  readonly children: ComponentChildren;
}

/** If a subject cannot be drawn, all of it is shown as it came. */
class Fallback extends Component<FallbackProps, { readonly broken: string | null }> {
  override state = { broken: null };

  override componentDidCatch(error: unknown): void {
    this.props.failed(error);
    this.setState({ broken: this.props.of });
  }

  override render(): ComponentChildren {
    if (this.state.broken !== this.props.of) return this.props.children;
    return <Raw text={this.props.text()} />;
  }
}

function Raw({ text }: { text: string }): JSX.Element {
  return (
    <div class="page-pad">
      <p>
        <b>This could not be drawn as usual.</b> All of it follows as it came.
      </p>
      <CodeRows text={text} kind="code" />
    </div>
  );
}
