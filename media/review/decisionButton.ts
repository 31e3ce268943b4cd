import type { PageDecision } from '../../src/protocol/page';

export type DecisionType = PageDecision['type'];

/** What a decision button does: decide, or take back or hurry an approval that is held back. */
export type ButtonAct = DecisionType | 'undo' | 'sendNow';

/** A button as it was drawn: what it does, and with what. */
export interface DecisionButton {
  readonly act: ButtonAct;
  /** The id of what the approval adds. */
  readonly addition?: string;
  /** The ids of the other requests that are approved with it, as they are named on the button. */
  readonly identical?: readonly string[];
}

const acts: readonly string[] = ['approve', 'deny', 'handBack', 'undo', 'sendNow'] satisfies readonly ButtonAct[];

/** The attribute that makes a button a decision button. Only our own components set attributes; text from agents cannot. */
const attribute = 'data-decide';

/** The attributes of a decision button, for `buttonOf` to find. */
export function decisionAttributes(button: DecisionButton): Readonly<Record<string, string>> {
  return {
    [attribute]: button.act,
    ...(button.addition === undefined ? {} : { 'data-addition': button.addition }),
    ...(button.identical === undefined ? {} : { 'data-identical': JSON.stringify(button.identical) }),
  };
}

/** The decision button that an event happened on or in. */
export function buttonOf(target: EventTarget | null): DecisionButton | null {
  const element = target instanceof Element ? target.closest(`[${attribute}]`) : null;
  const act = element?.getAttribute(attribute) ?? '';
  if (!element || !isAct(act)) return null;
  const addition = element.getAttribute('data-addition');
  const identical = element.getAttribute('data-identical');
  return {
    act,
    ...(addition === null ? {} : { addition }),
    ...(identical === null ? {} : { identical: idsOf(identical) }),
  };
}

/** For telling one button from another. Other requests on the same button make another one. */
export function nameOf({ act, addition, identical }: DecisionButton): string {
  return [act, addition ?? '', ...(identical ?? [])].join('\n');
}

function isAct(text: string): text is ButtonAct {
  return acts.includes(text);
}

function idsOf(json: string): readonly string[] {
  const ids: unknown = JSON.parse(json);
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
}
