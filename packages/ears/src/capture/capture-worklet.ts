import { Resampler } from '@parley/protocol/audio';
import { captureRate, frameSamples } from './frame.ts';
import { Framer } from './framer.ts';

/** Receives the microphone's sound in the audio thread and sends it on in frames. */
class Capture extends AudioWorkletProcessor {
  readonly #resampler = new Resampler(sampleRate, captureRate);
  readonly #framer = new Framer(frameSamples);
  #target: MessagePort | null = null;
  /** Frames that arrived before the port did. */
  #early: Float32Array<ArrayBuffer>[] = [];
  #open = true;

  constructor() {
    super();
    this.port.onmessage = ({ data }: MessageEvent<{ target?: MessagePort; end?: true; close?: true }>) => {
      if (data.target !== undefined) this.#target = data.target;
      for (const frame of this.#early.splice(0)) this.#give(frame);
      if (data.end || data.close) this.#open = false;
      if (data.end) this.#end();
    };
  }

  /** Tells that there are no more frames: to their reader, and to the page, which may close the microphone now. */
  #end(): void {
    this.#target?.postMessage(null);
    this.port.postMessage(null);
  }

  override process([input]: readonly (readonly Float32Array[])[]): boolean {
    const samples = input?.[0];
    if (samples !== undefined && this.#open) {
      this.#framer.push(this.#resampler.push(samples), (frame) => this.#give(frame));
    }
    return this.#open;
  }

  #give(frame: Float32Array<ArrayBuffer>): void {
    if (this.#target === null) this.#early.push(frame);
    else this.#target.postMessage(frame, [frame.buffer]);
  }
}

registerProcessor('parley-capture', Capture);
