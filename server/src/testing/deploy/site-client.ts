import { get as plainGet } from 'node:http';
import { request } from 'node:https';
import type { LookupFunction } from 'node:net';
import { createLiveClient, type LiveClient } from '@parley/client';
import { WebSocket } from 'ws';

type Answer = { readonly status: number; readonly text: string };
type Init = {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  readonly signal?: AbortSignal;
};

/** Reaches a public name on loopback and trusts one certificate. */
export type SiteClient = {
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  send(path: string, init: Init): Promise<Answer>;
  talk(avatarId: string): LiveClient;
};

const onLoopback: LookupFunction = (_name, options, done) =>
  options.all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4);

export function siteClient(url: string, ca: string): SiteClient {
  const send = (address: string, { method = 'GET', headers = {}, body, signal }: Init): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const options = { method, headers, ca, lookup: onLoopback, agent: false, ...(signal && { signal }) };
      request(address, options, async (response) => {
        let text = '';
        for await (const chunk of response.setEncoding('utf8')) text += chunk;
        resolve({ status: response.statusCode ?? 0, text });
      })
        .on('error', reject)
        .end(body);
    });
  class SiteSocket extends WebSocket {
    constructor(address: string, options: object = {}) {
      super(address, { ...options, ca, lookup: onLoopback });
    }
  }
  return {
    get: (path, headers = {}) => send(url + path, { headers }),
    send: (path, init) => send(url + path, init),
    talk: (avatarId) =>
      createLiveClient({
        url,
        avatarId,
        returnWithinMs: 120_000,
        WebSocket: SiteSocket,
        async fetch(address, init) {
          const { status, text } = await send(address, init);
          return { ok: status < 300, status, text: async () => text };
        },
      }),
  };
}

/** The address to which plain http is redirected. */
export const redirectOf = (port: number, host: string): Promise<string | undefined> =>
  new Promise((resolve, reject) => {
    const options = { headers: { host }, agent: false };
    plainGet(`http://127.0.0.1:${port}/avatar/1`, options, (response) => {
      response.resume();
      resolve(response.headers.location);
    }).on('error', reject);
  });
