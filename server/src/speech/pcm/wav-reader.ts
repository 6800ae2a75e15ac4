import { SpeechFailure } from '../voice.ts';

const longestHeader = 65_536;
const [slowestRate, fastestRate] = [8_000, 192_000] as const;
const plainPcm = 1;
const extensible = 0xfffe;
const nothing = new Uint8Array();

type Part = 'file' | 'chunk' | 'format' | 'sound';

const partBytes = { file: 12, chunk: 8, format: 16, sound: 0 } as const;

/**
 * Removes the header of a WAV file from a stream of bytes, and leaves other bytes as they are. The header is read as it
 * arrives, at most once, and no number in it is trusted: a file that claims one sample a second would become a day of
 * sound when it is resampled to our rate.
 */
export class WavReader {
  #part: Part = 'file';
  #head: Uint8Array = nothing;
  #skip = 0;
  #headerBytes = 0;
  #formatBytes = 0;
  #sampleRate: number | null = null;

  /** Null until the header has been read, and for anything but a WAV file. */
  get sampleRate(): number | null {
    return this.#sampleRate;
  }

  /** The sound in these bytes. Throws SpeechFailure for a WAV file that cannot be played. */
  push(bytes: Uint8Array): Uint8Array {
    let at = 0;
    while (this.#part !== 'sound') {
      const skipped = Math.min(this.#skip, bytes.length - at);
      this.#skip -= skipped;
      at += skipped;
      if (this.#skip > 0) return nothing;
      const wanted = partBytes[this.#part] - this.#head.length;
      const found = bytes.subarray(at, at + wanted);
      this.#head = Buffer.concat([this.#head, found]);
      at += found.length;
      if (found.length < wanted) return nothing;
      const head = this.#head;
      this.#head = nothing;
      if (this.#read(head) === 'no-file') return Buffer.concat([head, bytes.subarray(at)]);
    }
    return bytes.subarray(at);
  }

  /** The received bytes, if they were shorter than any header. */
  flush(): Uint8Array {
    return this.#part === 'file' ? this.#head : nothing;
  }

  #read(head: Uint8Array): 'no-file' | undefined {
    const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
    const text = (from: number) => String.fromCharCode(...head.subarray(from, from + 4));
    switch (this.#part) {
      case 'file':
        if (text(0) === 'RIFF' && text(8) === 'WAVE') {
          this.#expect('chunk', 0, head.length);
          return undefined;
        }
        this.#part = 'sound';
        return 'no-file';
      case 'chunk': {
        const size = view.getUint32(4, true);
        if (text(0) === 'data') {
          if (this.#sampleRate === null) throw notPlayable();
          this.#part = 'sound';
        } else if (text(0) === 'fmt ' && size >= partBytes.format) {
          this.#expect('format', 0, head.length);
          this.#formatBytes = size;
        } else {
          this.#expect('chunk', padded(size), head.length);
        }
        return undefined;
      }
      default:
        this.#sampleRate = rateOf(view);
        this.#expect('chunk', padded(this.#formatBytes) - partBytes.format, head.length);
        return undefined;
    }
  }

  #expect(part: Part, skip: number, taken: number): void {
    this.#part = part;
    this.#skip = skip;
    this.#headerBytes += skip + taken;
    if (this.#headerBytes > longestHeader) throw notPlayable();
  }
}

function rateOf(format: DataView): number {
  const kind = format.getUint16(0, true);
  const isPlain = kind === plainPcm || kind === extensible;
  if (!isPlain || format.getUint16(2, true) !== 1 || format.getUint16(14, true) !== 16) throw notPlayable();
  const rate = format.getUint32(4, true);
  if (rate < slowestRate || rate > fastestRate) throw notPlayable();
  return rate;
}

/** Chunks begin at even positions. */
const padded = (size: number): number => size + (size % 2);

const notPlayable = (): SpeechFailure =>
  new SpeechFailure(
    'provider',
    'The voice server sent a WAV file that is not of one channel, 16 bits and 8,000 to 192,000 samples a second.',
  );
