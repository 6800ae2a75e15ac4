import type { ServerFrame, ServerFrames } from '@parley/protocol';
import { parseRecord } from './record.ts';

type TypeName<T> = T extends string
  ? 'string'
  : T extends number
    ? 'number'
    : T extends boolean
      ? 'boolean'
      : 'object';
type RequiredFields<T> = { [F in keyof T as object extends Pick<T, F> ? never : F]: TypeName<T[F]> };
type FieldTable = { readonly [K in keyof ServerFrames]: Omit<RequiredFields<ServerFrames[K]>, 'type'> };

/** The required fields of each frame. */
const fieldTable: FieldTable = {
  welcome: {
    version: 'number',
    sessionId: 'string',
    resume: 'string',
    resumed: 'boolean',
    status: 'string',
    maxSessionDuration: 'number',
  },
  pong: {},
  ack: { id: 'number' },
  status: { status: 'string' },
  sentence: { utterance: 'number', index: 'number', text: 'string', markup: 'string' },
  speech: {
    utterance: 'number',
    index: 'number',
    rate: 'number',
    visemes: 'object',
    words: 'object',
    marks: 'object',
    done: 'boolean',
    durationMs: 'number',
  },
  'utterance-end': { utterance: 'number', sentences: 'number' },
  stop: { utterance: 'number' },
  tag: { name: 'string', attributes: 'object' },
  words: { turn: 'number', upTo: 'number', last: 'boolean' },
  event: { name: 'string', details: 'object' },
  people: { answering: 'boolean', wantsWords: 'boolean' },
  error: { code: 'string', message: 'string' },
  restart: { afterMs: 'number' },
  end: { reason: 'string' },
};

export type ReadFrame =
  | { readonly frame: ServerFrame }
  /** A newer service may send frames that this client does not know. */
  | { readonly frame: null; readonly problem: string };

export function readServerFrame(text: string): ReadFrame {
  const value = parseRecord(text);
  if (typeof value?.type !== 'string')
    return { frame: null, problem: 'A frame was not a JSON object with a type.' };
  if (!Object.hasOwn(fieldTable, value.type)) {
    return { frame: null, problem: `A frame of the unknown type "${value.type.slice(0, 64)}" came.` };
  }
  const fields: Readonly<Record<string, string>> = fieldTable[value.type as keyof ServerFrames];
  for (const [field, type] of Object.entries(fields)) {
    const content = value[field];
    if (typeof content !== type || content === null) {
      return { frame: null, problem: `A "${value.type}" frame came without a proper "${field}".` };
    }
  }
  return { frame: value as ServerFrame };
}
