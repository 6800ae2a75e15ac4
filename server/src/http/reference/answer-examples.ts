import { errorCodes } from '@parley/protocol';
import { managementErrors } from '@parley/protocol/management/errors';
import type { Answer, Route } from '../route.ts';
import { answersOf } from './answers-of.ts';
import { exampleOf } from './examples.ts';

export type AnswerExample = Answer & {
  readonly status: string;
  /** Undefined if the answer has no JSON body. */
  readonly example: unknown;
};

/** Every answer of a route, each with an example of its body. */
export const answerExamples = (route: Route): AnswerExample[] =>
  Object.entries(answersOf(route)).map(([status, answer]) => ({
    ...answer,
    status,
    example:
      answer.schema === undefined ? undefined : filledIn(Number(status), answer, exampleOf(answer.schema)),
  }));

/** Puts the code and the message of the first error that the description names into the example. */
function filledIn(status: number, { description }: Answer, example: unknown): unknown {
  const body = example as { error?: Record<string, unknown>; status?: unknown; statusMessage?: unknown };
  if (status < 400 || body === null || typeof body !== 'object') return example;
  if ('statusMessage' in body) return { ...body, status: 'ERROR', statusMessage: `${description}.` };
  if (body.status === 'FAIL' || typeof body.error?.code === 'number') {
    const code = Number.parseInt(description, 10);
    const known = Object.values(errorCodes).find((entry) => entry.code === code) ?? errorCodes.invalidParams;
    return body.status === 'FAIL'
      ? { ...body, failReason: known.code, message: known.message }
      : { error: { code: known.code, message: known.message } };
  }
  if (typeof body.error?.code === 'string') {
    const code = /^\w+/.exec(description)?.[0] ?? 'invalid';
    const field = code === 'invalid' && 'field' in body.error ? { field: 'name' } : {};
    return { error: { code, message: messageOf(code, description), ...field } };
  }
  return example;
}

function messageOf(code: string, description: string): string {
  const about = (managementErrors as Readonly<Record<string, { about: string }>>)[code]?.about;
  if (about !== undefined) return about.replaceAll('`', '');
  const reason = description.split(': ')[1] ?? description;
  return `${reason.slice(0, 1).toUpperCase()}${reason.slice(1)}.`;
}
