import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { GatewayRequest } from '@parley/protocol';

export type Account = {
  /** Acknowledged LOGINs. */
  logins: number;
  logouts: number;
  chats: number;
  /** For callbacks. */
  authToken: string | null;
  /** Requests in an order that is not allowed. */
  readonly disorder: string[];
};

export type LedgerEndpoint = AsyncDisposable & {
  readonly url: string;
  readonly accounts: ReadonlyMap<string, Account>;
};

/** An endpoint that counts the requests of every session, across crashes of the service. */
export async function startLedgerEndpoint(replyAfterMs: () => number): Promise<LedgerEndpoint> {
  const accounts = new Map<string, Account>();
  const active = new Set<string>();
  const accountOf = (id: string): Account => {
    const account = accounts.get(id) ?? { logins: 0, logouts: 0, chats: 0, authToken: null, disorder: [] };
    accounts.set(id, account);
    return account;
  };

  const handle = async (body: GatewayRequest, response: ServerResponse) => {
    const { action, sessionId } = body;
    const account = accountOf(sessionId);
    if (action === 'LOGIN') {
      if (account.logouts > 0) account.disorder.push('LOGIN after LOGOUT');
      account.logins += 1;
      account.authToken = body.authToken;
      active.add(sessionId);
      return answer(response, 200, { sessionId, status: 'OK', statusMessage: '' });
    }
    if (!active.has(sessionId)) {
      if (action === 'CHAT') account.disorder.push('CHAT without LOGIN');
      return answer(response, 401, {
        sessionId,
        reply: '',
        status: 'ERROR',
        statusMessage: 'Unknown session',
      });
    }
    if (action === 'LOGOUT') {
      active.delete(sessionId);
      account.logouts += 1;
      return answer(response, 200, { sessionId, status: 'OK', statusMessage: '' });
    }
    account.chats += 1;
    const { message } = body;
    await new Promise((resolve) => setTimeout(resolve, replyAfterMs()));
    answer(response, 200, { sessionId, reply: `Echo of ${message}.`, status: 'OK', statusMessage: '' });
  };

  const server = createServer(async (request, response) => {
    let text = '';
    try {
      for await (const chunk of request.setEncoding('utf8')) text += chunk;
    } catch {
      // The service was killed in the middle of a request, so it never arrived.
      return;
    }
    await handle(JSON.parse(text) as GatewayRequest, response);
  });
  // Thousands of visitors ask at once when a killed process is back.
  server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 });
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    accounts,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
