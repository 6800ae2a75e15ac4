import { strict as assert } from 'node:assert';
import { permissionScopes } from '@parley/protocol';
import { type LedgerEndpoint, startLedgerEndpoint } from '../../../live/testing/ledger-endpoint.ts';
import { startReceiver } from '../../../outbound/testing/receiver.ts';
import { operatorClient, type ServiceGroup } from '../../running/index.ts';
import { checkConnectionEvents, everyEventArrives, settled } from './checks.ts';
import { ScaleUsers } from './users.ts';

/** Visitors, an integrator, an endpoint and a webhook that use a group of processes. */
export type Traffic = AsyncDisposable & {
  readonly users: ScaleUsers;
  readonly account: string;
  readonly avatar: string;
  readonly endpointUrl: string;
  /** All visitors leave. Checks that nothing was lost. At most this many sessions may have been logged in twice. */
  finish(maxRepeatedLogins: number): Promise<string>;
};

/** Visitors ask again after each reply. Faster visitors would reach the limit of five messages a second. */
const quickestReplyMs = 250;

export async function startTraffic(group: ServiceGroup, sessions: number): Promise<Traffic> {
  await using undo = new AsyncDisposableStack();
  const endpoint = undo.use(await startLedgerEndpoint(() => quickestReplyMs + Math.random() * 4 * sessions));
  const received = new Set<string>();
  const hook = undo.use(
    await startReceiver((response, { headers }) => {
      received.add(String(headers['webhook-id']));
      response.end();
    }),
  );
  const { account, avatar, key } = await prepare(group, endpoint.url, hook.url);
  const users = undo.use(
    new ScaleUsers({
      url: group.url,
      avatar,
      key,
      count: sessions,
      authTokenOf: (sessionId) => endpoint.accounts.get(sessionId)?.authToken ?? null,
    }),
  );
  await users.come();
  await users.everyoneIsAnswered('at the beginning');
  const kept = undo.move();
  return {
    users,
    account,
    avatar,
    endpointUrl: endpoint.url,
    async finish(maxRepeatedLogins) {
      await users.leave();
      await settled(group, account);
      await checkConnectionEvents(group, users.sessionIds);
      checkLedger(endpoint, maxRepeatedLogins);
      await everyEventArrives(group, received);
      return `${users.sessionIds.size} sessions, ${received.size} events, ${users.report()}`;
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

function checkLedger({ accounts }: LedgerEndpoint, maxRepeatedLogins: number): void {
  for (const [id, { logins, logouts, disorder }] of accounts) {
    assert.deepEqual(disorder, [], `order of ${id}`);
    // A LOGIN is repeated if its process was killed before the answer was stored.
    assert.ok(logins >= 1 && logins <= 2 && logouts === 1, `${id}: ${logins} LOGINs, ${logouts} LOGOUTs`);
  }
  const repeated = [...accounts.values()].filter(({ logins }) => logins > 1).length;
  assert.ok(repeated <= maxRepeatedLogins, `${repeated} sessions were logged in twice`);
}

async function prepare(group: ServiceGroup, endpointUrl: string, hookUrl: string) {
  const operator = operatorClient(group);
  const account = await operator.account('Scale');
  const { id: webhookId } = await operator.webhook(account, 'Hook', hookUrl);
  const settings = { name: 'Ada', endpointUrl, webhookId, transcript: true };
  const avatar = await operator.avatar(account, settings);
  return { account, avatar, key: await operator.key(account, permissionScopes) };
}
