import { featureFrames, windowFrames } from './whisper-features.ts';

/**
 * The same model for a shorter window. The model is a file of protocol buffers. Two numbers in it and the table of
 * positions depend on the window; the last rows of the table belong to the last positions. Most of a check is matrix
 * products whose size is that of the window.
 */
export function shorterModel(model: Uint8Array): Uint8Array<ArrayBuffer> {
  const shape: Edit = (body) => edited(body, { 1: dimension });
  const input: Edit = (body) =>
    edited(body, { 2: (type) => edited(type, { 1: (tensor) => edited(tensor, { 2: shape }) }) });
  const graph: Edit = (body) =>
    // Field 13 has the shapes of inner values, which the runtime finds by itself.
    edited(body, { 5: shorterTensor, 11: input, 13: () => null });
  return edited(model, { 7: graph });
}

/** Two frames are one position. */
const positions = { before: windowFrames / 2, after: featureFrames / 2 };

type Field = {
  readonly number: number;
  readonly isMessage: boolean;
  readonly start: number;
  readonly body: number;
  readonly end: number;
};
/** Returns the new body of a message, or null to leave it out. */
type Edit = (body: Uint8Array) => Uint8Array | null;

const dimension: Edit = (body) => {
  const [value] = fieldsOf(body);
  const isWindow = value?.number === 1 && readNumber(body, value.body).value === windowFrames;
  return isWindow ? Uint8Array.of(8, ...written(featureFrames)) : body;
};

/** The table of positions, and the number of them. */
const shorterTensor: Edit = (body) => {
  const fields = [...fieldsOf(body)];
  const data = fields.find(({ number }) => number === 9);
  const name = fields.find(({ number }) => number === 8);
  if (data === undefined || name === undefined) return body;
  if (data.end - data.body === 8) return shorterNumber(body, data.body);
  if (!new TextDecoder().decode(body.subarray(name.body, name.end)).endsWith('embed_positions.weight'))
    return body;
  const rowBytes = (data.end - data.body) / positions.before;
  const rows = body.subarray(data.end - rowBytes * positions.after, data.end);
  const others = fields.filter(({ number }) => number !== 1 && number !== 9);
  return joined([
    Uint8Array.of(8, ...written(positions.after), 8, ...written(rowBytes / 4)),
    ...others.map(({ start, end }) => body.subarray(start, end)),
    ...message(9, rows),
  ]);
};

function shorterNumber(body: Uint8Array, at: number): Uint8Array {
  const copy = new Uint8Array(body);
  const view = new DataView(copy.buffer);
  if (view.getBigInt64(at, true) === BigInt(positions.before))
    view.setBigInt64(at, BigInt(positions.after), true);
  return copy;
}

function edited(bytes: Uint8Array, edits: Readonly<Record<number, Edit>>): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  for (const { number, isMessage, start, body, end } of fieldsOf(bytes)) {
    const edit = isMessage ? edits[number] : undefined;
    if (edit === undefined) parts.push(bytes.subarray(start, end));
    else parts.push(...message(number, edit(bytes.subarray(body, end))));
  }
  return joined(parts);
}

function* fieldsOf(bytes: Uint8Array): Generator<Field> {
  let start = 0;
  while (start < bytes.length) {
    const key = readNumber(bytes, start);
    const kind = key.value % 8;
    const field = { number: Math.floor(key.value / 8), isMessage: kind === 2, start };
    const length = kind === 2 ? readNumber(bytes, key.end) : null;
    const body = length?.end ?? key.end;
    const end = length === null ? endOf(bytes, body, kind) : body + length.value;
    yield { ...field, body, end };
    start = end;
  }
}

const endOf = (bytes: Uint8Array, at: number, kind: number): number =>
  kind === 1 ? at + 8 : kind === 5 ? at + 4 : readNumber(bytes, at).end;

/** Seven bits in each byte, the lowest first. */
function readNumber(bytes: Uint8Array, at: number): { readonly value: number; readonly end: number } {
  let value = 0;
  let end = at;
  for (let factor = 1; ; factor *= 128, end += 1) {
    const byte = bytes[end];
    if (byte === undefined) throw new Error('the model is cut off');
    value += (byte % 128) * factor;
    if (byte < 128) return { value, end: end + 1 };
  }
}

const written = (value: number): number[] =>
  value < 128 ? [value] : [(value % 128) + 128, ...written(Math.floor(value / 128))];

const message = (number: number, body: Uint8Array | null): Uint8Array[] =>
  body === null ? [] : [Uint8Array.of(...written(number * 8 + 2), ...written(body.length)), body];

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
