/** Every error of the management API. docs/errors.md is made from this table. */
export const managementErrors = {
  invalid: { status: 400, about: 'An input is missing or wrong. `field` names it where there is one.' },
  secret_needed: {
    status: 400,
    about:
      'An address moves to another origin (scheme, host or port). Give the secret that `field` names again in the same change, or remove it.',
  },
  bad_request: { status: 400, about: 'The address of the request is not valid.' },
  link_invalid: { status: 400, about: 'A link from a mail was used already or has expired.' },
  unauthorized: {
    status: 401,
    about: 'The caller is not signed in, or the token is unknown, revoked or expired.',
  },
  wrong_credentials: { status: 401, about: 'The address or the password is wrong.' },
  wrong_code: { status: 401, about: 'The code of the second factor is wrong.' },
  second_factor_needed: { status: 401, about: 'The second factor is missing.' },
  fresh_sign_in_needed: { status: 403, about: 'The sign-in is too old for this change. Sign in again.' },
  forbidden: { status: 403, about: 'The caller may not do this.' },
  scope_missing: { status: 403, about: 'The management key lacks the scope.' },
  foreign_origin: { status: 403, about: 'The request comes from a page of another site.' },
  not_found: { status: 404, about: 'There is no such thing in this account.' },
  conflict: { status: 409, about: 'It cannot be done in the present state.' },
  version_mismatch: {
    status: 412,
    about: 'The current version is not the one in `If-Match`. Read it again.',
  },
  too_large: { status: 413, about: 'The body is too large.' },
  idempotency_mismatch: { status: 422, about: 'The `Idempotency-Key` was used for another request.' },
  too_many_requests: { status: 429, about: 'Wait a moment and try again.' },
  unavailable: {
    status: 503,
    about: 'The process that has the session cannot be reached right now. Try again in a moment.',
  },
  internal: { status: 500, about: 'A fault of the service. Its log has the cause.' },
} as const;

export type ManagementErrorCode = keyof typeof managementErrors;
