import type { LightMyRequestResponse } from 'fastify';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS';

export type Request = {
  readonly method?: Method;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text and bytes are sent unchanged, anything else as JSON. */
  readonly body?: unknown;
  /** The address of the connection. */
  readonly from?: string;
};

export type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  /** The parsed body. Undefined if it is empty. */
  readonly body: unknown;
};

export const answerOf = ({ statusCode, headers, body: text }: LightMyRequestResponse): Answer => ({
  status: statusCode,
  headers,
  text,
  body:
    text === '' || !String(headers['content-type']).startsWith('application/json') ? undefined : parse(text),
});

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`the answer says it is JSON and is not: ${text.slice(0, 200)}`);
  }
};
