/** The globals of a program that runs in the audio thread. */
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
  process(inputs: readonly (readonly Float32Array[])[]): boolean;
}

declare function registerProcessor(
  name: string,
  processor: new (options: never) => AudioWorkletProcessor,
): void;

declare const sampleRate: number;
