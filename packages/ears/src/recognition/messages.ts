export type ActivityOrder =
  | { readonly kind: 'load'; readonly program: ArrayBuffer; readonly model: ArrayBuffer }
  /** Where the frames of the microphone come from. */
  | { readonly kind: 'hear'; readonly frames: MessagePort }
  | { readonly kind: 'rest' };

export type ActivityNews =
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly reason: string }
  | {
      readonly kind: 'frame';
      readonly frame: Float32Array<ArrayBuffer>;
      readonly probability: number;
      /** Counted from the first frame of this microphone. */
      readonly index: number;
    };

export type RecognitionOrder =
  | {
      readonly kind: 'load';
      readonly program: ArrayBuffer;
      readonly encoder: ArrayBuffer;
      readonly decoder: ArrayBuffer;
    }
  | { readonly kind: 'recognise'; readonly id: number; readonly samples: Float32Array<ArrayBuffer> }
  /** Nobody wants this any more; what has not begun is left out. */
  | { readonly kind: 'forget'; readonly id: number };

export type RecognitionNews =
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly id: number | null; readonly reason: string }
  | { readonly kind: 'recognised'; readonly id: number; readonly text: string };
