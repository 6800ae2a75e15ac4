import { type JsonObject, parseJsonObject } from '../../kernel/index.ts';
import { bodyExcerpt, lineExcerpt } from '../note-text.ts';
import type { Action, AnswerStage, RequestFailure } from './request-failure.ts';

/** An answer to `action`, as far as it could be parsed. */
export type Answer = {
  readonly action: Action;
  readonly httpStatus: number;
  readonly text: string;
  /** Null if the text is not a JSON object. */
  readonly fields: JsonObject | null;
};

export type Fault = { readonly stage: AnswerStage; readonly text: string };

export function readAnswer(action: Action, httpStatus: number, text: string): Answer {
  return { action, httpStatus, text, fields: parseJsonObject(text) };
}

export function isSuccess(httpStatus: number): boolean {
  return httpStatus >= 200 && httpStatus < 300;
}

/** A 4xx that means "try again later", not "send LOGIN again". */
export const asksToRetry = (httpStatus: number): boolean => [408, 425, 429].includes(httpStatus);

/** The first way in which the answer breaks the contract, or null. */
export function findFault(answer: Answer, sessionId: string): Fault | null {
  const { action, fields } = answer;
  if (!isSuccess(answer.httpStatus)) return { stage: 'http', text: httpText(answer) };
  if (fields === null) {
    return {
      stage: 'body',
      text: `Your endpoint answered ${action} with something that is not a JSON object. Answer with JSON.`,
    };
  }
  if (typeof fields.status !== 'string') {
    return { stage: 'body', text: `Your endpoint answered ${action} without "status". Set it to "OK".` };
  }
  if (fields.status !== 'OK') {
    const text = `Your endpoint answered ${action} with a status other than "OK"${explanation(fields)}`;
    return { stage: 'status', text };
  }
  if (fields.sessionId !== sessionId) {
    const text = `Your endpoint answered ${action} with a missing or different "sessionId". Send back the one from the request.`;
    return { stage: 'echo', text };
  }
  return null;
}

export function answerFailure(
  answer: Answer,
  fault: Fault,
  secrets: readonly (string | null)[],
): RequestFailure {
  const { action, httpStatus, fields } = answer;
  const { stage } = fault;
  const text = lineExcerpt(fault.text, secrets);
  const note: Record<string, string | number> = { action, stage, problem: text, httpStatus };
  for (const name of ['status', 'statusMessage']) {
    const value = fields?.[name];
    if (typeof value === 'string') note[name] = lineExcerpt(value, secrets);
  }
  note.body = bodyExcerpt(answer.text, secrets);
  const health = httpStatus >= 500 ? 'down' : 'up';
  return { stage, text, note, health, reached: true, httpStatus, refused: refuses(answer) };
}

/** A status in the body of a 5xx is about the endpoint's own failure, not about the user. */
function refuses({ httpStatus, fields }: Answer): boolean {
  if (httpStatus === 401 || httpStatus === 403) return true;
  return httpStatus < 500 && typeof fields?.status === 'string' && fields.status !== 'OK';
}

function httpText({ action, httpStatus, fields }: Answer): string {
  if (httpStatus >= 300 && httpStatus < 400) {
    return `Your endpoint answered ${action} with a redirect (HTTP ${httpStatus}). Redirects are not followed. Set the URL that it leads to.`;
  }
  return `Your endpoint answered ${action} with HTTP ${httpStatus}${explanation(fields)}`;
}

function explanation(fields: JsonObject | null): string {
  const message = fields?.statusMessage;
  return typeof message === 'string' && message !== '' ? `: ${message}` : '.';
}
