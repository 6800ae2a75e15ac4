/** Every numbered error of the API-key endpoints. The docs page of codes is made from this table. */
export const errorCodes = {
  invalidParams: { code: 7, status: 400, message: 'InvalidOrMissingParams' },
  invalidKey: { code: 16, status: 401, message: 'Invalid API Key' },
  expireAtRange: { code: 19, status: 400, message: 'expire_at must be between 60 and 3600 seconds' },
  foreignAvatar: { code: 24, status: 403, message: 'Avatar does not belong to your account' },
  keyFormat: { code: 29, status: 401, message: 'Invalid API key format' },
  keyRequired: { code: 30, status: 401, message: 'API key is required' },
  keyUnknown: { code: 31, status: 401, message: 'API key not found in database' },
  keyDisabled: { code: 32, status: 403, message: 'This API key has been disabled' },
  avatarNotAllowed: { code: 33, status: 403, message: 'API key is not authorized for this avatar' },
  scopeMissing: { code: 34, status: 403, message: 'API key lacks required scope' },
  originNotAllowed: { code: 35, status: 403, message: 'Origin is not allowed for this API key' },
  rateLimited: { code: 36, status: 429, message: 'Too many requests. Please slow down.' },
  internal: { code: 45, status: 500, message: 'Internal server error occurred' },
  /** The same code, as the contract has no other. The status says that the same request may succeed later. */
  unavailable: { code: 45, status: 503, message: 'Internal server error occurred' },
  sessionNotFound: { code: 65, status: 404, message: 'Session not found' },
} as const;

export type ErrorName = keyof typeof errorCodes;

/** The two response bodies that carry a numbered error. */
export type ErrorBody = { error: { code: number; message: string } };
export type FailBody = { status: 'FAIL'; failReason: number; message: string };
export type ErrorShape = 'error' | 'fail';

/** `detail` tells the caller what to change; it is appended to the contract's message. */
export function errorBody(shape: ErrorShape, name: ErrorName, detail?: string): ErrorBody | FailBody {
  const { code, message: base } = errorCodes[name];
  const message = detail === undefined ? base : `${base}: ${detail}`;
  return shape === 'error' ? { error: { code, message } } : { status: 'FAIL', failReason: code, message };
}
