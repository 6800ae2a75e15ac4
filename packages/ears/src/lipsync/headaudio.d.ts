declare module '@met4citizen/headaudio/modules/processor.mjs' {
  export class Processor {
    constructor(options: { sampleRate: number }, worklet: { readonly port: MessagePort });
    process(samples: Float32Array): void;
    _onmessage(message: { readonly data: unknown }): void;
  }
}

declare module '@met4citizen/headaudio/modules/training.mjs' {
  export class Training {
    loadModel(address: string): Promise<{ model: unknown; buffer: ArrayBuffer }>;
  }
}
