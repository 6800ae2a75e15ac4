import { asJsonObject, type JsonObject, parseJsonObject } from '../../kernel/index.ts';
import { bodyExcerpt, lineExcerpt } from '../note-text.ts';
import { BrainFailure } from '../seam.ts';

/** One event of a streamed completion, or a whole completion. */
export type CompletionPart = {
  readonly text: string;
  /** The model has finished. */
  readonly finished: boolean;
  /** The server's error message, if it sent one instead of an answer. */
  readonly error: string | null;
};

/** Null if the data is not part of a chat completion. */
export function readPart(data: string): CompletionPart | null {
  const fields = parseJsonObject(data);
  if (fields === null) return null;
  const error = errorText(fields);
  if (error !== null) return { text: '', finished: false, error };
  const choices = fields.choices;
  if (!Array.isArray(choices)) return null;
  const choice = asJsonObject(choices[0]);
  // A last event with the token count has no choices.
  if (choice === null) return { text: '', finished: false, error: null };
  const said = asJsonObject(choice.delta) ?? asJsonObject(choice.message);
  return {
    text: contentText(said?.content),
    finished: typeof choice.finish_reason === 'string',
    error: null,
  };
}

function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  let text = '';
  for (const part of content) {
    const fields = asJsonObject(part);
    if (fields?.type === 'text' && typeof fields.text === 'string') text += fields.text;
  }
  return text;
}

/** The error message, in any of the shapes that servers use. */
export function errorText(fields: JsonObject): string | null {
  const { error } = fields;
  if (typeof error === 'string') return error;
  const message = asJsonObject(error)?.message;
  if (typeof message === 'string') return message;
  if (error !== undefined && error !== null) return 'an error without a message';
  for (const name of ['detail', 'message']) {
    const value = fields[name];
    if (typeof value === 'string' && fields.choices === undefined) return value;
  }
  return null;
}

export function answerFailure(
  stage: 'http' | 'body' | 'stream' | 'too-large',
  text: string,
  answer: { readonly httpStatus: number; readonly body: string; readonly key: string | null },
): BrainFailure {
  const secrets = [answer.key];
  const problem = lineExcerpt(text, secrets);
  const { httpStatus } = answer;
  return new BrainFailure(problem, { stage, problem, httpStatus, body: bodyExcerpt(answer.body, secrets) });
}
