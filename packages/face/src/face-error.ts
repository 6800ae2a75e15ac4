/** Why the face cannot be shown, or can no longer be shown. The page then falls back to pictures. */
export type FaceErrorCode =
  | 'webgl-missing'
  | 'webgl-lost'
  | 'too-slow'
  | 'model-other-origin'
  | 'model-unreachable'
  | 'model-too-large'
  | 'model-invalid'
  | 'model-without-mouth'
  | 'portrait-failed';

export class FaceError extends Error {
  override readonly name = 'FaceError';
  readonly code: FaceErrorCode;

  constructor(code: FaceErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}
