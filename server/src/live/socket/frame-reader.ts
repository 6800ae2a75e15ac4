import { type ClientFrame, type ClientFrames, clientFrames } from '@parley/protocol';
import { Compile } from 'typebox/compile';

export type ReadFrame =
  | { readonly ok: true; readonly frame: ClientFrame }
  | { readonly ok: false; readonly code: 'bad_frame' | 'unknown_frame'; readonly message: string };

const checks = new Map(
  Object.entries(clientFrames).map(([type, schema]) => {
    const compiled = Compile(schema);
    return [type, compiled] as const;
  }),
);

/** Parses a frame and checks it against its schema. Unknown fields are ignored. */
export function readFrame(text: string): ReadFrame {
  const value = parse(text);
  if (typeof value !== 'object' || value === null || !('type' in value) || typeof value.type !== 'string') {
    return { ok: false, code: 'bad_frame', message: 'A frame is a JSON object with a type.' };
  }
  const check = checks.get(value.type);
  if (check === undefined) {
    return {
      ok: false,
      code: 'unknown_frame',
      message: `There is no frame of type "${value.type.slice(0, 40)}".`,
    };
  }
  if (check.Check(value)) return { ok: true, frame: value as ClientFrames[keyof ClientFrames] };
  const [fault] = check.Errors(value);
  const field =
    fault?.instancePath === '' ? 'it' : (fault?.instancePath.slice(1).replaceAll('/', '.') ?? 'it');
  return {
    ok: false,
    code: 'bad_frame',
    message: `${value.type}: ${field} ${fault?.message ?? 'is wrong'}.`,
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
