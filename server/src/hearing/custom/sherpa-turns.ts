import type { RecogniserConfig } from './recogniser-folder.ts';

type Waveform = { readonly samples: Float32Array; readonly sampleRate: number };
type Stream = { acceptWaveform(sound: Waveform): void; inputFinished(): void };
type Recogniser = {
  createStream(): Stream;
  isReady(stream: Stream): boolean;
  decode(stream: Stream): void;
  getResult(stream: Stream): { readonly text: string };
};
type RecogniserClass = new (config: object) => Recogniser;
/** The part of sherpa-onnx-node that hears. */
export type Sherpa = {
  readonly OnlineRecognizer: RecogniserClass;
  readonly OfflineRecognizer: RecogniserClass;
};

/** One turn of a visitor: takes more of its sound, and says what was heard so far. */
export type TurnDecoder = { hear(sound: Float32Array, isLast: boolean): string };

const sampleRate = 16_000;
/** Models of whole recordings misrecognise shorter ones. */
const minSamples = sampleRate;
/** A streaming model needs to hear some silence before it gives its last word. */
const tail = new Float32Array(0.8 * sampleRate);

export function createTurnDecoders(
  sherpa: Sherpa,
  { streams, settings }: RecogniserConfig,
): () => TurnDecoder {
  const config = {
    featConfig: { sampleRate, featureDim: 80 },
    modelConfig: { ...settings, numThreads: 1, provider: 'cpu', debug: false },
  };
  if (streams) {
    const recogniser = new sherpa.OnlineRecognizer(config);
    return () => streamingTurn(recogniser);
  }
  const recogniser = new sherpa.OfflineRecognizer(config);
  return () => wholeTurn(recogniser);
}

function streamingTurn(recogniser: Recogniser): TurnDecoder {
  const stream = recogniser.createStream();
  return {
    hear(samples, isLast) {
      if (samples.length > 0) stream.acceptWaveform({ samples, sampleRate });
      if (isLast) {
        stream.acceptWaveform({ samples: tail, sampleRate });
        stream.inputFinished();
      }
      while (recogniser.isReady(stream)) recogniser.decode(stream);
      return recogniser.getResult(stream).text;
    },
  };
}

/** Recognises everything again each time. */
function wholeTurn(recogniser: Recogniser): TurnDecoder {
  let sound = new Float32Array(0);
  let known: string | null = null;
  return {
    hear(more) {
      if (known !== null && more.length === 0) return known;
      sound = joined(sound, more, 0);
      const stream = recogniser.createStream();
      stream.acceptWaveform({ samples: joined(sound, new Float32Array(0), minSamples), sampleRate });
      recogniser.decode(stream);
      known = recogniser.getResult(stream).text;
      return known;
    },
  };
}

function joined(first: Float32Array, second: Float32Array, minLength: number): Float32Array<ArrayBuffer> {
  const all = new Float32Array(Math.max(minLength, first.length + second.length));
  all.set(first);
  all.set(second, first.length);
  return all;
}
