/** Why the face cannot be shown, or can no longer be shown. The page then falls back to the still face. */
export type FaceErrorCode =
  | 'webgl-missing'
  | 'webgl-lost'
  | 'too-slow'
  | 'model-other-origin'
  | 'model-unreachable'
  | 'model-too-large'
  | 'model-invalid'
  | 'model-without-mouth';

export class FaceError extends Error {
  override readonly name = 'FaceError';
  readonly code: FaceErrorCode;

  constructor(code: FaceErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}
