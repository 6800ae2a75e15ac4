import type { Sentence, SpeechPiece, Voice } from './voice.ts';

type Entry = { readonly pieces: readonly SpeechPiece[]; readonly bytes: number };

/** The approximate size of a piece without its sound. */
const pieceBytes = 400;

/** Caches the sound of fixed sentences, up to a number of bytes. The least recently used one is dropped first. */
export class SentenceCache {
  readonly #most: number;
  readonly #entries = new Map<string, Entry>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#most = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** A voice that caches fixed sentences. `name` identifies the voice and its settings. */
  caching(name: string, voice: Voice): Voice {
    const speak = (sentence: Sentence, signal: AbortSignal): AsyncIterable<SpeechPiece> => {
      if (sentence.fixed !== true) return voice.speak(sentence, signal);
      const { markup, text, locale = '', spokenLanguage = '', wordList } = sentence;
      const key = JSON.stringify([name, markup, text, locale, spokenLanguage, wordList?.id ?? '']);
      const entry = signal.aborted ? undefined : this.#find(key);
      return entry === undefined ? this.#record(key, voice.speak(sentence, signal)) : replay(entry);
    };
    return { speak };
  }

  #find(key: string): Entry | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry;
  }

  /** A sentence is cached only if it was spoken to its end. */
  async *#record(key: string, speech: AsyncIterable<SpeechPiece>): AsyncGenerator<SpeechPiece> {
    const pieces: SpeechPiece[] = [];
    let bytes = key.length * 2;
    for await (const piece of speech) {
      bytes += pieceBytes + (piece.kind === 'audio' ? piece.pcm.byteLength : 0);
      if (bytes <= this.#most) pieces.push(copyOf(piece));
      if (piece.kind === 'end' && bytes <= this.#most) this.#keep(key, { pieces, bytes });
      yield piece;
    }
  }

  #keep(key: string, entry: Entry): void {
    this.#drop(key);
    this.#entries.set(key, entry);
    this.#bytes += entry.bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#most) return;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0;
    this.#entries.delete(key);
  }
}

async function* replay({ pieces }: Entry): AsyncGenerator<SpeechPiece> {
  for (const piece of pieces) yield copyOf(piece);
}

/** A copy, because the receiver may change or transfer the sound. */
function copyOf(piece: SpeechPiece): SpeechPiece {
  return piece.kind === 'audio' ? { ...piece, pcm: piece.pcm.slice() } : piece;
}
