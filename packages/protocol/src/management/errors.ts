/** Every error of the management API. docs/errors.md is made from this table. */
export const managementErrors = {
  invalid: {
    status: 400,
    about: 'An input is missing or wrong. `field` names it, if one field is the cause.',
  },
  secret_needed: {
    status: 400,
    about:
      'A URL moves to another origin (scheme, host or port). Give the secret that `field` names again in the same change, or remove it.',
  },
  bad_request: { status: 400, about: 'The URL of the request is not valid.' },
  link_invalid: {
    status: 400,
    about: 'A link from an e-mail was already used or has expired. Ask for a new one.',
  },
  unauthorized: {
    status: 401,
    about: 'The caller is not signed in, or the token is unknown, revoked or expired.',
  },
  wrong_credentials: { status: 401, about: 'The e-mail address or the password is wrong.' },
  wrong_code: { status: 401, about: 'The code of the second factor is wrong.' },
  second_factor_needed: { status: 401, about: 'The second factor is missing.' },
  fresh_sign_in_needed: { status: 403, about: 'The sign-in is too old for this change. Sign in again.' },
  forbidden: { status: 403, about: 'The caller may not do this.' },
  scope_missing: { status: 403, about: 'The management key lacks the scope. Create one that has it.' },
  foreign_origin: { status: 403, about: 'The request comes from a page of another site.' },
  not_found: { status: 404, about: 'What the request names does not exist in this account. Check the id.' },
  conflict: { status: 409, about: 'This is not possible in the current state. The message says why.' },
  version_mismatch: {
    status: 412,
    about: 'The current version is not the one in `If-Match`. Read it again.',
  },
  too_large: { status: 413, about: 'The body is too large.' },
  idempotency_mismatch: { status: 422, about: 'The `Idempotency-Key` was used for another request.' },
  too_many_requests: { status: 429, about: 'Wait a moment and try again.' },
  unavailable: {
    status: 503,
    about:
      'The database is busy or unavailable, or the process that has the session cannot be reached. Try again in a moment.',
  },
  internal: { status: 500, about: 'The service failed. Its log has the cause.' },
} as const;

export type ManagementErrorCode = keyof typeof managementErrors;
