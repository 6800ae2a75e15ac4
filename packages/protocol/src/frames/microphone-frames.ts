/**
 * The visitor's sound, for avatars with an own recogniser, comes in binary frames: one byte for the kind, one for what
 * is wanted, four each for the number of the turn and the position of the first sample (big-endian), one for the length
 * of the language's tag, the tag in ASCII, then the samples of 16 bits (little-endian), 16,000 a second.
 */
export type MicrophoneFrame = {
  /** Counts up. A turn begins with the position 0. */
  readonly turn: number;
  /** How many samples of the turn came before. */
  readonly at: number;
  /** A frame that wants words is answered by a `words` frame. After the last one the turn is over. */
  readonly wants: 'nothing' | 'words' | 'last-words';
  /** The language that the page expects, such as `de`. Empty: the avatar's. It counts at the beginning of a turn. */
  readonly language: string;
  readonly sound: Uint8Array;
};

/** A page sends this many samples in one frame at most. */
export const maxFrameSamples = 32_000;
/** A turn has half a minute at most. */
export const maxTurnSamples = 480_000;

const soundKind = 2;
const headBytes = 11;
const maxTagBytes = 35;
const wantCodes: readonly MicrophoneFrame['wants'][] = ['nothing', 'words', 'last-words'];

export function encodeMicrophoneFrame({
  turn,
  at,
  wants,
  language,
  sound,
}: MicrophoneFrame): Uint8Array<ArrayBuffer> {
  const tag = new TextEncoder().encode(language).subarray(0, maxTagBytes);
  const bytes = new Uint8Array(headBytes + tag.length + sound.length);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, soundKind);
  view.setUint8(1, wantCodes.indexOf(wants));
  view.setUint32(2, turn);
  view.setUint32(6, at);
  view.setUint8(10, tag.length);
  bytes.set(tag, headBytes);
  bytes.set(sound, headBytes + tag.length);
  return bytes;
}

/** Null for any other binary frame, and for one that is too long. */
export function decodeMicrophoneFrame(bytes: Uint8Array): MicrophoneFrame | null {
  const [kind, code = -1] = bytes;
  const wants = wantCodes[code];
  if (bytes.length < headBytes || kind !== soundKind || wants === undefined) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tagBytes = view.getUint8(10);
  const soundBytes = bytes.length - headBytes - tagBytes;
  const isFitting = soundBytes >= 0 && soundBytes % 2 === 0 && soundBytes <= 2 * maxFrameSamples;
  if (!isFitting || tagBytes > maxTagBytes) return null;
  const language = String.fromCharCode(...bytes.subarray(headBytes, headBytes + tagBytes));
  const sound = bytes.subarray(headBytes + tagBytes);
  return { turn: view.getUint32(2), at: view.getUint32(6), wants, language, sound };
}
