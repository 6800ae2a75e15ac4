export type OauthAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly string[];
  /** An error, or the endpoint's answer; null if the headers are enough. */
  readonly body: Readonly<Record<string, unknown>> | null;
};

export const answerWith = (
  status: number,
  body: OauthAnswer['body'],
  headers: OauthAnswer['headers'] = {},
): OauthAnswer => ({ status, headers, cookies: [], body });

export const refusal = (
  status: number,
  error: string,
  description: string,
  headers: OauthAnswer['headers'] = {},
): OauthAnswer => answerWith(status, { error, error_description: description }, headers);

export const unauthenticated = (baseUrl: string, description: string): OauthAnswer =>
  refusal(401, 'invalid_client', description, {
    'www-authenticate': `Basic realm="${baseUrl}", error="invalid_client"`,
  });
