import type { PicoProgram } from '@echogarden/svoxpico-wasm';
import { picoRate } from './pico-voices.ts';

/** What one language takes: its files, and the engine that works with them. */
const systemBytes = 2_500_000;
const nameBytes = 64;
const outputBytes = 4_096;
/** The program counts bytes of text with 16 bits. */
const maxPutBytes = 16_384;
/** A unit is shorter, even if it is digits that are read slowly. */
const maxSamples = 120 * picoRate;
const status = { ok: 0, idle: 200, busy: 201 } as const;
/** Each step of the program makes a few milliseconds of sound at most. */
const stepsBetweenChecks = 500;

type Resource = { readonly file: string; readonly content: Uint8Array };

/** The program with one language loaded. */
export class PicoLanguage {
  readonly #pico: PicoProgram;
  readonly #engine: number;
  readonly #output: number;
  readonly #count: number;
  readonly #kind: number;

  constructor(pico: PicoProgram, resources: readonly Resource[]) {
    this.#pico = pico;
    this.#output = this.#reserve(outputBytes);
    this.#count = this.#reserve(4);
    this.#kind = this.#reserve(4);
    this.#engine = this.#open(resources);
  }

  /** The whole sound of a text. Null if it was cancelled. */
  say(text: string, isCancelled: () => boolean): Int16Array<ArrayBuffer> | null {
    const pico = this.#pico;
    // The zero at the end makes the program speak what it has.
    const bytes = new TextEncoder().encode(`${text}\0`);
    const input = this.#reserve(bytes.length);
    pico.HEAPU8.set(bytes, input);
    const sound = new GrowingSound();
    try {
      for (let put = 0; put < bytes.length && sound.length < maxSamples; ) {
        const size = Math.min(bytes.length - put, maxPutBytes);
        this.#check(pico._pico_putTextUtf8(this.#engine, input + put, size, this.#count));
        const taken = pico.HEAP16[this.#count >> 1] ?? 0;
        put += taken;
        if (!this.#collect(sound, isCancelled)) return null;
        if (taken === 0) break;
      }
      return sound.samples();
    } finally {
      pico._free(input);
      pico._pico_resetEngine(this.#engine, 0);
    }
  }

  /** Takes the sound until the program waits for text. False if it was cancelled. */
  #collect(sound: GrowingSound, isCancelled: () => boolean): boolean {
    const pico = this.#pico;
    for (let step = 1; sound.length < maxSamples; step += 1) {
      if (step % stepsBetweenChecks === 0 && isCancelled()) return false;
      const state = pico._pico_getData(this.#engine, this.#output, outputBytes, this.#count, this.#kind);
      const made = (pico.HEAP16[this.#count >> 1] ?? 0) >> 1;
      const from = this.#output >> 1;
      if (made > 0) sound.add(pico.HEAP16.subarray(from, from + made));
      if (state === status.idle) return true;
      if (state !== status.busy) throw new Error(`pico failed with status ${state}`);
    }
    return true;
  }

  #open(resources: readonly Resource[]): number {
    const pico = this.#pico;
    const read = () => pico.HEAPU32[this.#count >> 2] ?? 0;
    this.#check(pico._pico_initialize(this.#reserve(systemBytes), systemBytes, this.#count));
    const system = read();
    const voice = this.#text('voice');
    this.#check(pico._pico_createVoiceDefinition(system, voice));
    for (const { file, content } of resources) {
      pico.FS.writeFile(file, content);
      this.#check(pico._pico_loadResource(system, this.#text(file), this.#count));
      pico.FS.unlink(file);
      const name = this.#reserve(nameBytes);
      this.#check(pico._pico_getResourceName(system, read(), name));
      this.#check(pico._pico_addResourceToVoiceDefinition(system, voice, name));
    }
    this.#check(pico._pico_newEngine(system, voice, this.#count));
    return read();
  }

  #reserve(bytes: number): number {
    const address = this.#pico._malloc(bytes);
    if (address === 0) throw new Error('pico has no memory left');
    return address;
  }

  #text(text: string): number {
    const bytes = new TextEncoder().encode(`${text}\0`);
    const address = this.#reserve(bytes.length);
    this.#pico.HEAPU8.set(bytes, address);
    return address;
  }

  #check(result: number): void {
    if (result !== status.ok) throw new Error(`pico failed with status ${result}`);
  }
}

/** The program makes sound in pieces of 32 samples. */
class GrowingSound {
  #samples = new Int16Array(picoRate);
  length = 0;

  add(piece: Int16Array): void {
    if (this.length + piece.length > this.#samples.length) {
      const larger = new Int16Array(2 * this.#samples.length);
      larger.set(this.#samples);
      this.#samples = larger;
    }
    this.#samples.set(piece, this.length);
    this.length += piece.length;
  }

  samples(): Int16Array<ArrayBuffer> {
    return this.#samples.slice(0, this.length);
  }
}
