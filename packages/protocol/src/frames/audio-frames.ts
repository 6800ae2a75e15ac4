/**
 * Sound comes in binary frames: one byte for the kind, four each for the utterance and the sentence (big-endian), then
 * the samples.
 */
export type AudioFrame = {
  readonly utterance: number;
  readonly sentence: number;
  readonly sound: Uint8Array;
};

const audioKind = 1;
const headBytes = 9;

export function encodeAudio({ utterance, sentence, sound }: AudioFrame): Uint8Array {
  const bytes = new Uint8Array(headBytes + sound.length);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, audioKind);
  view.setUint32(1, utterance);
  view.setUint32(5, sentence);
  bytes.set(sound, headBytes);
  return bytes;
}

/** Null for an unknown kind of binary frame. */
export function decodeAudio(bytes: Uint8Array): AudioFrame | null {
  if (bytes.length < headBytes || bytes[0] !== audioKind) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return { utterance: view.getUint32(1), sentence: view.getUint32(5), sound: bytes.subarray(headBytes) };
}
