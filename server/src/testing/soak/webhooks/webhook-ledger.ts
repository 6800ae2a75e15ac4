import { strict as assert } from 'node:assert';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { startReceiver } from '../../../outbound/testing/receiver.ts';
import { operatorClient } from '../../running/index.ts';
import type { RunningService } from '../../service.ts';

export type Hook = { readonly accountId: string; readonly avatarId: number };

/** Everything that receivers got, at any path. */
export type Ledger = AsyncDisposable & {
  readonly url: string;
  /** The ids that were answered with success. */
  readonly received: ReadonlySet<string>;
  readonly requests: number;
  readonly refused: number;
  /** Requests at this path must be signed with this secret. */
  trust(path: string, secret: string): void;
};

const hooksPerAccount = 4;

/** A receiver that checks every signature, and that the same id always comes with the same bytes. */
export async function startLedger(refuseOneOf: number | null): Promise<Ledger> {
  const received = new Set<string>();
  const bodies = new Map<string, string>();
  const secrets = new Map<string, StandardWebhook>();
  let [requests, refused] = [0, 0];
  const receiver = await startReceiver((response, { path, headers, body }) => {
    const id = String(headers['webhook-id']);
    secrets.get(path)?.verify(body, headers as Record<string, string>) ?? assert.fail(`nobody knows ${path}`);
    assert.equal(bodies.get(id) ?? body, body, `${id} came with other bytes`);
    requests += 1;
    const isFirst = !bodies.has(id);
    bodies.set(id, body);
    if (isFirst && refuseOneOf !== null && bodies.size % refuseOneOf === 0) {
      refused += 1;
      response.writeHead(503).end();
      return;
    }
    received.add(id);
    // Answers late, so that a kill finds requests that were sent and not answered.
    setTimeout(() => response.end(), requests % 20);
  });
  return {
    url: receiver.url,
    received,
    get requests() {
      return requests;
    },
    get refused() {
      return refused;
    },
    trust: (path, secret) => void secrets.set(path, new StandardWebhook(secret)),
    [Symbol.asyncDispose]: () => receiver[Symbol.asyncDispose](),
  };
}

/** Two accounts with several avatars and webhooks each. */
export async function makeHooks(service: RunningService, ledger: Ledger): Promise<Hook[]> {
  const operator = operatorClient(service);
  const hooks: Hook[] = [];
  for (const name of ['One', 'Two']) {
    const accountId = await operator.account(name);
    for (let number = 0; number < hooksPerAccount; number++) {
      const path = `/${name}/${number}`;
      const url = new URL(path, ledger.url).href;
      const { id: webhookId, secret } = await operator.webhook(accountId, name, url);
      ledger.trust(path, secret);
      hooks.push({ accountId, avatarId: Number(await operator.avatar(accountId, { name, webhookId })) });
    }
  }
  return hooks;
}
