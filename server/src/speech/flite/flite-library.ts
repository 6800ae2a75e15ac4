import { type FliteFunction, fliteFunctions } from './flite-module.ts';
import { installCallback, type OnSound } from './stream-callback.ts';
import { ProgramExit, WasiHost } from './wasi-host.ts';

type Functions = Readonly<Record<FliteFunction, WebAssembly.ExportedFunction>>;

/** Offsets in flite's structures, for 32-bit memory. */
const waveSamples = 16;
const streamLeastSamples = 0;
const streamCallback = 4;

/** A loaded copy of flite: its functions, its memory, and the texts in it. */
export class FliteLibrary {
  readonly call: Functions;
  readonly #memory: WebAssembly.Memory;
  readonly #callback: number;
  readonly #literals = new Map<string, number>();

  constructor(module: WebAssembly.Module, onSound: OnSound) {
    // The command that lists the voices loads them all, and exits.
    const host = new WasiHost(['flite', '-lv']);
    const { exports } = new WebAssembly.Instance(module, { wasi_snapshot_preview1: host.imports });
    const { memory, table, _start: start } = exports;
    if (!memory || !table || !('buffer' in memory) || !('get' in table) || typeof start !== 'function') {
      throw new Error('the voice program is not what it was');
    }
    this.#memory = memory;
    host.attach(memory);
    try {
      start();
    } catch (error) {
      if (!(error instanceof ProgramExit)) throw error;
    }
    this.call = functionsOf(exports);
    this.#callback = installCallback(table, exports.audio_stream_chunk, onSound);
  }

  get memoryBytes(): number {
    return this.#memory.buffer.byteLength;
  }

  /** The address of a text that stays in memory. Only for the program's own few names. */
  literal(text: string): number {
    const known = this.#literals.get(text);
    if (known !== undefined) return known;
    const address = this.#write(text);
    this.#literals.set(text, address);
    return address;
  }

  /** Sets a text feature of an item. Flite keeps a copy of it. */
  setText(item: number, name: string, text: string): void {
    const address = this.#write(text);
    this.call.item_set_string(item, this.literal(name), address);
    this.call.free(address);
  }

  textAt(address: number): string {
    const bytes = new Uint8Array(this.#memory.buffer);
    const end = bytes.indexOf(0, address);
    return new TextDecoder('latin1').decode(bytes.subarray(address, end));
  }

  /** Makes an utterance stream its sound: flite calls back whenever this many samples are ready. */
  newStream(leastSamples: number): number {
    const stream = this.call.new_audio_streaming_info();
    this.setLeastSamples(stream, leastSamples);
    this.#view().setInt32(stream + streamCallback, this.#callback, true);
    return stream;
  }

  setLeastSamples(stream: number, leastSamples: number): void {
    this.#view().setInt32(stream + streamLeastSamples, leastSamples, true);
  }

  /** Valid until flite continues. */
  samplesOf(wave: number, start: number, count: number): Int16Array {
    const samples = this.#view().getUint32(wave + waveSamples, true);
    return new Int16Array(this.#memory.buffer, samples + 2 * start, count);
  }

  /** The features of an utterance are its first field. */
  featuresOf(utterance: number): number {
    return this.#view().getUint32(utterance, true);
  }

  #write(text: string): number {
    const bytes = new TextEncoder().encode(`${text}\0`);
    const address = this.call.malloc(bytes.length);
    new Uint8Array(this.#memory.buffer).set(bytes, address);
    return address;
  }

  #view(): DataView {
    return new DataView(this.#memory.buffer);
  }
}

function functionsOf(exports: WebAssembly.Instance['exports']): Functions {
  const entries = fliteFunctions.map((name) => {
    const found = exports[name];
    if (typeof found !== 'function') throw new Error(`the voice program has no function ${name}`);
    return [name, found] as const;
  });
  return Object.fromEntries(entries) as Functions;
}
