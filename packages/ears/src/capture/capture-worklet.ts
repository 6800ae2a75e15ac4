import { frameSamples, hearingRate } from './frame.ts';
import { Framer } from './framer.ts';
import { Resampler } from './resampler.ts';

/** Takes the microphone's sound in the audio thread and hands it on in frames. */
class Capture extends AudioWorkletProcessor {
  readonly #resampler = new Resampler(sampleRate, hearingRate);
  readonly #framer = new Framer(frameSamples);
  #target: MessagePort | null = null;
  #open = true;

  constructor() {
    super();
    this.port.onmessage = ({ data }: MessageEvent<{ target?: MessagePort; close?: true }>) => {
      if (data.target !== undefined) this.#target = data.target;
      if (data.close) this.#open = false;
    };
  }

  override process([input]: readonly (readonly Float32Array[])[]): boolean {
    const samples = input?.[0];
    if (samples !== undefined && this.#open) {
      this.#framer.push(this.#resampler.push(samples), (frame) => {
        this.#target?.postMessage(frame, [frame.buffer]);
      });
    }
    return this.#open;
  }
}

registerProcessor('parley-capture', Capture);
