/** A kind of recogniser that sherpa-onnx knows, and by which files its folder is known. */
export type RecogniserShape = {
  readonly kind: string;
  /** It takes sound while it arrives, so words are known before the turn is over. */
  readonly streams: boolean;
  /** The name of its part of sherpa-onnx's settings. */
  readonly part: string;
  /** Which file is which setting of this part. */
  readonly files: Readonly<Record<string, RegExp>>;
  readonly more?: Readonly<Record<string, string | number>>;
  readonly modelType?: string;
  /** It must be told which language it hears. */
  readonly takesLanguage?: true;
};

const transducer = { encoder: /^encoder/, decoder: /^decoder/, joiner: /^joiner/ };
const single = { model: /^model/ };

/**
 * Folders of several kinds have the same file names, and only sherpa-onnx can notify which one it is. So the kinds are
 * tried in this order.
 */
export const recogniserShapes: readonly RecogniserShape[] = [
  {
    kind: 'moonshine',
    streams: false,
    part: 'moonshine',
    files: { encoder: /^encoder_model/, mergedDecoder: /^decoder_model_merged/ },
  },
  {
    kind: 'moonshine',
    streams: false,
    part: 'moonshine',
    files: {
      preprocessor: /^preprocess/,
      encoder: /^encode/,
      uncachedDecoder: /^uncached_decode/,
      cachedDecoder: /^cached_decode/,
    },
  },
  { kind: 'transducer', streams: true, part: 'transducer', files: transducer },
  {
    kind: 'nemo transducer',
    streams: false,
    part: 'transducer',
    files: transducer,
    modelType: 'nemo_transducer',
  },
  { kind: 'transducer', streams: false, part: 'transducer', files: transducer },
  {
    kind: 'sense voice',
    streams: false,
    part: 'senseVoice',
    files: single,
    more: { useInverseTextNormalization: 1 },
    takesLanguage: true,
  },
  { kind: 'nemo ctc', streams: false, part: 'nemoCtc', files: single },
  { kind: 'nemo ctc', streams: true, part: 'nemoCtc', files: single },
  { kind: 'zipformer ctc', streams: true, part: 'zipformer2Ctc', files: single },
  { kind: 'zipformer ctc', streams: false, part: 'zipformerCtc', files: single },
  {
    kind: 'whisper',
    streams: false,
    part: 'whisper',
    files: { encoder: /-encoder\b/, decoder: /-decoder\b/ },
    more: { task: 'transcribe' },
    takesLanguage: true,
  },
];
