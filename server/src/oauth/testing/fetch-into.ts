import type { TestApp } from '../../testing/app/index.ts';

type Init = {
  readonly method?: string;
  readonly headers?: Record<string, string> | Headers;
  readonly body?: unknown;
};

/** A `fetch` for client libraries. Its requests go to an app in this process. */
export const fetchInto =
  ({ send }: TestApp) =>
  async (url: string | URL, init: Init = {}): Promise<Response> => {
    const { pathname, search } = new URL(url);
    const body = init.body ? String(init.body) : undefined;
    const answer = await send({
      method: init.method === 'POST' ? 'POST' : 'GET',
      url: pathname + search,
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(body === undefined ? {} : { body }),
    });
    const headers = new Headers();
    for (const [name, value] of Object.entries(answer.headers))
      for (const one of [value].flat()) headers.append(name, String(one));
    return new Response(answer.text === '' ? null : answer.text, { status: answer.status, headers });
  };
