import { type ClientFrame, type ClientFrames, clientFrames, sanitizeText } from '@parley/protocol';
import { Compile } from 'typebox/compile';
import { emptyFieldRemover } from '../../kernel/index.ts';
import { knownFields } from './known-fields.ts';

export type ReadFrame =
  | { readonly ok: true; readonly frame: ClientFrame }
  | { readonly ok: false; readonly code: 'bad_frame' | 'unknown_frame'; readonly message: string };

const frames = new Map(
  Object.entries(clientFrames).map(
    ([type, schema]) =>
      [
        type,
        { check: Compile(schema), known: knownFields(schema), withoutEmpty: emptyFieldRemover(schema) },
      ] as const,
  ),
);

/**
 * Parses a frame and checks it against its schema. Fields that the schema does not name are left out, and so are
 * optional ones that are null or an empty text. Its texts can be stored.
 */
export function readFrame(text: string): ReadFrame {
  const sent = parse(text);
  if (typeof sent !== 'object' || sent === null || !('type' in sent) || typeof sent.type !== 'string') {
    return refused('bad_frame', 'A frame is a JSON object with a type.');
  }
  const { type } = sent;
  const found = frames.get(type);
  if (found === undefined) {
    return refused('unknown_frame', `There is no frame of type "${type.slice(0, 40)}".`);
  }
  const { check, known, withoutEmpty } = found;
  const value = withoutEmpty(sent);
  if (check.Check(value)) return { ok: true, frame: known(value) as ClientFrames[keyof ClientFrames] };
  const [fault] = check.Errors(value);
  const field = fault?.instancePath.slice(1).replaceAll('/', '.') || 'it';
  return refused('bad_frame', `${type}: ${field} ${fault?.message ?? 'is wrong'}.`);
}

const refused = (code: 'bad_frame' | 'unknown_frame', message: string): ReadFrame => ({
  ok: false,
  code,
  message,
});

/** An escape can stand for half of a character, or for a character that PostgreSQL cannot store. */
const cleanTexts = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? sanitizeText(value) : value;

function parse(text: string): unknown {
  try {
    return JSON.parse(text, text.includes('\\u') ? cleanTexts : undefined);
  } catch {
    return null;
  }
}
