import { invalid } from '../kernel/index.ts';

const samplesPerSecond = 16_000;
const longestSeconds = 30;
const headBytes = 44;
export const maxRecordingBytes = headBytes + longestSeconds * samplesPerSecond * 2;

/** Checks a recording and returns it with a header that we wrote ourselves. */
export function readRecording(body: unknown): Buffer {
  if (!Buffer.isBuffer(body) || body.length < headBytes) throw notARecording();
  const text = (at: number) => body.toString('latin1', at, at + 4);
  const isWav = text(0) === 'RIFF' && text(8) === 'WAVE' && text(12) === 'fmt ' && text(36) === 'data';
  const isPlain = body.readUInt32LE(16) === 16 && body.readUInt16LE(20) === 1;
  const isOneChannel = body.readUInt16LE(22) === 1 && body.readUInt16LE(34) === 16;
  if (!isWav || !isPlain || !isOneChannel || body.readUInt32LE(24) !== samplesPerSecond)
    throw notARecording();
  const bytes = body.readUInt32LE(40);
  if (bytes !== body.length - headBytes || bytes % 2 !== 0 || bytes === 0) throw notARecording();
  return Buffer.concat([headFor(bytes), body.subarray(headBytes)]);
}

/** The sound of a checked recording. */
export function samplesOf(recording: Buffer): Float32Array {
  const sound = recording.subarray(headBytes);
  return Float32Array.from({ length: sound.length / 2 }, (_, at) => sound.readInt16LE(2 * at) / 32_768);
}

const notARecording = () =>
  invalid('Send a WAV file of one channel, 16 bits and 16,000 samples a second, as audio/wav.');

function headFor(bytes: number): Buffer {
  const head = Buffer.alloc(headBytes);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(headBytes - 8 + bytes, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(samplesPerSecond, 24);
  head.writeUInt32LE(samplesPerSecond * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(bytes, 40);
  return head;
}
