import type { TSchema } from 'typebox';
import type { Access, Route } from '../../route.ts';
import { exampleOf } from '../examples.ts';

/** The environment variable that has the secret, and where it is sent. */
export type Credential =
  | { readonly kind: 'header'; readonly name: string; readonly prefix: string; readonly variable: string }
  | { readonly kind: 'basic'; readonly user: string; readonly password: string };

/** An example of a call, for code in any language. */
export type SampleRequest = {
  readonly method: string;
  readonly url: string;
  readonly credential: Credential | null;
  readonly json: object | null;
  readonly form: Readonly<Record<string, string>> | null;
  /** Whether a success has a body in JSON. */
  readonly answersJson: boolean;
};

export function sampleRequest(route: Route, baseUrl: string): SampleRequest {
  const { query = {}, required = [], body, form, answers = {} } = route.document ?? {};
  const asked = Object.entries(query)
    .filter(([name]) => required.includes(name))
    .map(([name, schema]) => `${name}=${String(exampleOf(schema, name))}`);
  const path = route.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    String(exampleOf({ type: 'string' }, name)),
  );
  return {
    method: route.method,
    url: `${baseUrl}${path}${asked.length === 0 ? '' : `?${asked.join('&')}`}`,
    credential: credentialOf(route.access),
    json: body === undefined ? null : requiredOf(body),
    form:
      form === undefined
        ? null
        : Object.fromEntries(Object.entries(requiredOf(form)).map(([name, value]) => [name, String(value)])),
    answersJson: Object.entries(answers).some(
      ([status, { schema }]) => Number(status) < 300 && schema !== undefined,
    ),
  };
}

/** The required fields of a body, or all fields if none is required. */
function requiredOf(schema: TSchema): Record<string, unknown> {
  const { properties = {}, required = [] } = schema as {
    properties?: Readonly<Record<string, TSchema>>;
    required?: readonly string[];
  };
  const fields = Object.entries(properties);
  const chosen = required.length === 0 ? fields : fields.filter(([name]) => required.includes(name));
  return Object.fromEntries(chosen.map(([name, field]) => [name, exampleOf(field, name)]));
}

const bearer = (variable: string): Credential => ({
  kind: 'header',
  name: 'authorization',
  prefix: 'Bearer ',
  variable,
});

function credentialOf(access: Access): Credential | null {
  if (access.kind === 'api-key')
    return { kind: 'header', name: 'x-api-key', prefix: '', variable: 'PARLEY_KEY' };
  if (access.kind === 'session-token') return bearer('AUTH_TOKEN');
  if (access.kind === 'oauth')
    return access.caller === 'client'
      ? { kind: 'basic', user: 'CLIENT_ID', password: 'CLIENT_SECRET' }
      : null;
  return access.kind !== 'management' || access.access.kind === 'anyone' ? null : bearer('PARLEY_KEY');
}
