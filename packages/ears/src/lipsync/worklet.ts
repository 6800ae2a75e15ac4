import { Processor } from '@met4citizen/headaudio/modules/processor.mjs';

/** Detects visemes in the audio thread. */
class VisemeProcessor extends AudioWorkletProcessor {
  readonly #processor = new Processor({ sampleRate }, { port: this.port });
  #open = true;

  constructor() {
    super();
    this.port.onmessage = ({ data }: MessageEvent<{ event: string }>) => {
      if (data.event === 'close') this.#open = false;
      else this.#processor._onmessage({ data });
    };
  }

  /** Returns false to be released. A processor that always returns true lives as long as its context. */
  override process([input]: readonly (readonly Float32Array[])[]): boolean {
    const samples = input?.[0];
    if (samples !== undefined && samples.length > 0) this.#processor.process(samples);
    return this.#open;
  }
}

registerProcessor('parley-visemes', VisemeProcessor);
