import { asJsonObject, type JsonObject, parseJsonObject } from '../../kernel/index.ts';
import { BrainFailure } from '../../live/index.ts';
import { bodyExcerpt, lineExcerpt } from '../note-text.ts';

/** One event of a streamed completion, or a whole completion. */
export type CompletionPart = {
  readonly text: string;
  /** The model has finished. */
  readonly finished: boolean;
  /** The server's error message, if it sent one instead of an answer. */
  readonly error: string | null;
  /** The model refuses to answer, or its answer was filtered out. */
  readonly refused: boolean;
  /** Content that must not be spoken. A part with nothing else is not an answer. */
  readonly unspoken: 'tools' | 'reasoning' | null;
};

const empty: CompletionPart = { text: '', finished: false, error: null, refused: false, unspoken: null };

/** Null if the data is not part of a chat completion. */
export function readPart(data: string): CompletionPart | null {
  const fields = parseJsonObject(data);
  if (fields === null) return null;
  const error = errorText(fields);
  if (error !== null) return { ...empty, error };
  const choices = fields.choices;
  if (!Array.isArray(choices)) return null;
  const choice = asJsonObject(choices[0]);
  // A last event with the token count has no choices.
  if (choice === null) return empty;
  const message = asJsonObject(choice.delta) ?? asJsonObject(choice.message) ?? {};
  const reason = typeof choice.finish_reason === 'string' ? choice.finish_reason : null;
  return {
    text: contentText(message.content),
    finished: reason !== null,
    error: reason === 'error' ? 'an error without a message' : null,
    refused: isText(message.refusal) || (reason !== null && refusals.test(reason)),
    unspoken: unspokenIn(message, reason),
  };
}

/** The reasons of OpenAI, Azure, Gemini and Anthropic. */
const refusals = /filter|refus|safety|recitation|blocklist|prohibited|spii/i;
const reasoningFields = ['reasoning', 'reasoning_content', 'reasoning_details', 'thinking'];

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
const hasValue = (value: unknown): boolean => isText(value) || (typeof value === 'object' && value !== null);

function unspokenIn(message: JsonObject, reason: string | null): CompletionPart['unspoken'] {
  const isCall = reason === 'tool_calls' || reason === 'function_call';
  if (isCall || hasItems(message.tool_calls) || asJsonObject(message.function_call) !== null) return 'tools';
  return reasoningFields.some((name) => hasValue(message[name])) ? 'reasoning' : null;
}

const hasItems = (value: unknown): boolean => Array.isArray(value) && value.length > 0;

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

export type ModelStage = 'http' | 'body' | 'stream' | 'too-large' | 'refused' | 'unspoken';

export const refusedText = 'The model refused to answer, or its answer was filtered out.';

export const unspokenText: Readonly<Record<'tools' | 'reasoning', string>> = {
  tools: 'The model called a tool instead of answering. The service offers it none.',
  reasoning: 'The model gave its reasoning and no answer. Allow it more tokens, or turn its reasoning off.',
};

export function answerFailure(
  stage: ModelStage,
  text: string,
  answer: { readonly httpStatus: number; readonly body: string; readonly key: string | null },
): BrainFailure {
  const secrets = [answer.key];
  const problem = lineExcerpt(text, secrets);
  const { httpStatus } = answer;
  return new BrainFailure(problem, { stage, problem, httpStatus, body: bodyExcerpt(answer.body, secrets) });
}
