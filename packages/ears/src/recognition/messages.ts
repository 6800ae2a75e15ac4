export type ActivityRequest =
  | { readonly kind: 'load'; readonly program: ArrayBuffer; readonly model: ArrayBuffer }
  /** The port that the microphone's frames come from. */
  | { readonly kind: 'listen'; readonly frames: MessagePort }
  | { readonly kind: 'pause' };

export type ActivityMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly reason: string }
  | {
      readonly kind: 'frame';
      readonly frame: Float32Array<ArrayBuffer>;
      readonly probability: number;
      /** Counted from the first frame of this microphone. */
      readonly index: number;
    };

export type RecognitionRequest =
  | {
      readonly kind: 'load';
      readonly program: ArrayBuffer;
      readonly encoder: ArrayBuffer;
      readonly decoder: ArrayBuffer;
    }
  | { readonly kind: 'recognise'; readonly id: number; readonly samples: Float32Array<ArrayBuffer> }
  /** The result is no longer needed. If recognition has not begun, it is skipped. */
  | { readonly kind: 'cancel'; readonly id: number };

export type RecognitionMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly id: number | null; readonly reason: string }
  | { readonly kind: 'recognised'; readonly id: number; readonly text: string };
