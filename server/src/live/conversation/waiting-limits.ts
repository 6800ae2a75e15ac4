import type { Conversation } from './state/conversation.ts';

const maxWaiting = 20;
const maxCallbacksAttached = 200;
/** How many questions may wait for a person, and how many utterances behind one. A row stores as many. */
const maxBehindPerson = 50;

/** Whether the visitor may ask one more question. */
export function mayAsk({ questions, pendingUtterances, person }: Conversation): boolean {
  if (person !== null) return person.unanswered.length < maxBehindPerson;
  // The first question does not wait.
  return questions.length <= maxWaiting && pendingUtterances.length < maxWaiting;
}

/** Whether the page may make the avatar say one more text. */
export const maySayMore = (conversation: Conversation): boolean =>
  mayAsk(conversation) && conversation.pendingUtterances.length < maxWaiting;

export function mayCallBack({ pendingUtterances, person }: Conversation, attached: boolean): boolean {
  const limit = attached ? maxCallbacksAttached : maxWaiting;
  return pendingUtterances.length < (person === null ? limit : maxBehindPerson);
}

/** Whether a person may say one more thing. */
export const mayAnswer = ({ pendingUtterances }: Conversation): boolean =>
  pendingUtterances.filter(({ kind }) => kind === 'person').length < maxWaiting;
