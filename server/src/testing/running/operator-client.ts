import type { RunningService } from '../service.ts';

export type OperatorClient = {
  /** Returns the answer's body. Throws if the answer is not a success. */
  call<T>(method: string, path: string, body?: unknown): Promise<T>;
};

/** Talks to a running service with its operator's token. */
export const operatorClient = ({
  url,
  operatorToken,
}: Pick<RunningService, 'url' | 'operatorToken'>): OperatorClient => ({
  async call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${operatorToken}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${text}`);
    return JSON.parse(text) as T;
  },
});
