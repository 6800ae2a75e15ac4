import type { VisemeName } from '@parley/protocol';
import type { WrittenWord } from '../script/written-words.ts';
import type { TimeSource } from '../timing/part-player.ts';
import type { Track } from '../timing/track.ts';
import type { AzureMetadata } from './azure-messages.ts';

/** The service numbers 22 mouth shapes. Each is the nearest of ours. */
const shapes = 'sil aa aa O E RR I U O aa O aa kk RR nn SS CH TH FF DD kk PP'.split(' ') as VisemeName[];
/** The most words that the service may skip before its words can no longer be matched with ours. */
const maxSkipped = 6;
/** A viseme this long after the end of a word closes the word. */
const apartMs = 150;

/** Matches the times that the service reports with our words. */
export class AzureTimes implements TimeSource {
  readonly #words: readonly WrittenWord[];
  readonly #marks: ReadonlySet<string>;
  readonly #track: Track;
  #word = -1;
  #inside = 0;
  #open: { startMs: number; endMs: number } | undefined;
  #shapedMs = 0;

  constructor(words: readonly WrittenWord[], marks: ReadonlySet<string>, track: Track) {
    this.#words = words;
    this.#marks = marks;
    this.#track = track;
  }

  /** Times before this are final. The last word may still become longer. */
  get knownMs(): number {
    return Math.min(this.#shapedMs, this.#open?.startMs ?? Number.POSITIVE_INFINITY);
  }

  take(metadata: AzureMetadata): void {
    switch (metadata.type) {
      case 'viseme':
        this.#track.shape(shapes[metadata.id] ?? 'E', metadata.atMs);
        this.#shapedMs = Math.max(this.#shapedMs, metadata.atMs);
        if (this.#open !== undefined && this.#open.endMs + apartMs <= metadata.atMs) this.#close();
        return;
      case 'mark':
        if (this.#marks.has(metadata.name)) this.#track.mark(metadata.name, metadata.atMs);
        return;
      case 'word':
        this.#say(metadata.text, metadata.atMs, metadata.atMs + metadata.durationMs);
    }
  }

  finish(endMs: number): void {
    this.#close();
    this.#track.shape('sil', endMs);
  }

  /** The service may report one written word as several: "well-known" as two. */
  #say(text: string, startMs: number, endMs: number): void {
    const current =
      this.#words[this.#word]?.written.toLowerCase().indexOf(text.toLowerCase(), this.#inside) ?? -1;
    if (current !== -1 && this.#open !== undefined) {
      this.#inside = current + text.length;
      this.#open.endMs = endMs;
      return;
    }
    this.#close();
    const next = this.#find(text);
    if (next === undefined) return;
    this.#word = next;
    this.#inside = (this.#words[next]?.written.toLowerCase().indexOf(text.toLowerCase()) ?? 0) + text.length;
    this.#open = { startMs, endMs };
  }

  #find(text: string): number | undefined {
    const from = this.#word + 1;
    const wanted = text.toLowerCase();
    for (let index = from; index < Math.min(this.#words.length, from + maxSkipped); index += 1) {
      if (this.#words[index]?.written.toLowerCase().includes(wanted)) return index;
    }
    return from < this.#words.length ? from : undefined;
  }

  #close(): void {
    const word = this.#words[this.#word];
    if (this.#open !== undefined && word !== undefined)
      this.#track.word(word, this.#open.startMs, this.#open.endMs);
    this.#open = undefined;
  }
}
