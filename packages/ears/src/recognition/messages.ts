export type ActivityRequest =
  | { readonly kind: 'load'; readonly program: ArrayBuffer; readonly model: ArrayBuffer }
  /** The port that the microphone's frames come from. */
  | { readonly kind: 'listen'; readonly frames: MessagePort; readonly microphone: number }
  | { readonly kind: 'pause' }
  | { readonly kind: 'load-turn-model'; readonly model: ArrayBuffer }
  | { readonly kind: 'judge-turn'; readonly id: number; readonly sound: Float32Array<ArrayBuffer> };

export type ActivityMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly reason: string }
  | {
      readonly kind: 'frame';
      readonly frame: Float32Array<ArrayBuffer>;
      readonly probability: number;
      /** Counted from the first frame of this microphone. */
      readonly index: number;
      readonly microphone: number;
    }
  /** The microphone's sound is over. */
  | { readonly kind: 'end'; readonly microphone: number }
  | { readonly kind: 'turn-model-ready' }
  | { readonly kind: 'turn-model-failed'; readonly reason: string }
  /** The probability that the visitor is done. Null if the model failed. */
  | { readonly kind: 'turn'; readonly id: number; readonly probability: number | null };

export type RecognitionRequest =
  | {
      readonly kind: 'load';
      readonly program: ArrayBuffer;
      readonly encoder: ArrayBuffer;
      readonly decoder: ArrayBuffer;
    }
  | {
      readonly kind: 'recognise';
      readonly id: number;
      readonly segment: number;
      readonly samples: Float32Array<ArrayBuffer>;
    }
  /** The result is no longer needed. If recognition has not begun, it is skipped. */
  | { readonly kind: 'cancel'; readonly id: number };

export type RecognitionMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly id: number | null; readonly reason: string }
  | { readonly kind: 'recognised'; readonly id: number; readonly text: string };
