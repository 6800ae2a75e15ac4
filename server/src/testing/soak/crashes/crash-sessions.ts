import { strict as assert } from 'node:assert';
import { sequenceProblem } from '../../../live/testing/connection-events.ts';
import { type LedgerEndpoint, startLedgerEndpoint } from '../../../live/testing/ledger-endpoint.ts';
import { Talker } from '../../../live/testing/talker.ts';
import { until } from '../../../live/testing/until.ts';
import { seededDataFolder } from '../../data-folder.ts';
import { freePort } from '../../free-port.ts';
import { type OperatorClient, operatorClient } from '../../running/index.ts';
import { startService } from '../../service.ts';

type SessionView = {
  readonly id: string;
  readonly state: string;
  readonly login: string;
  readonly logout: string;
  readonly events: readonly {
    readonly sequence: number;
    readonly name: string;
    readonly details: Readonly<Record<string, unknown>>;
  }[];
};
type Listed = { readonly items: readonly SessionView[] };

/**
 * Sessions under traffic, a planned stop, then kill -9 while further sessions begin and end. Sessions whose user
 * returns continue, the others end, and every endpoint that knew a session gets one LOGOUT for it.
 */
export async function crashSessions(count: number, say: (line: string) => void): Promise<void> {
  await using folder = await seededDataFolder('crash-sessions');
  await using endpoint = await startLedgerEndpoint(() => 200 + Math.random() * count * 4);
  const env = { PORT: String(await freePort()), JOIN_RATE: '100000', JOIN_BURST: '100000' };
  const start = () => startService({ dataDir: folder.path, env });
  let service = await start();
  const talkers: Talker[] = [];
  try {
    const { account, avatar } = await prepare(operatorClient(service), endpoint.url);
    const come = () => {
      const talker = new Talker(service.url, avatar);
      talkers.push(talker);
      return talker;
    };
    const steady = Array.from({ length: count }, come);
    await Promise.all(steady.map((talker) => talker.connect()));
    await everyoneTalks(steady, 'at the beginning');
    say(`${count} sessions talk`);

    await service.stop();
    service = await start();
    await until('everybody is back after the planned stop', () =>
      steady.every(({ returns }) => returns === 1),
    );
    await everyoneTalks(steady, 'after the planned stop');
    await loginsAreNoted(operatorClient(service), account, steady);
    say('all came back after a planned stop');

    // At the moment of the crash some visitors are just joining and some just leaving.
    const [staying, leaving] = [steady.slice(0, count / 2), steady.slice(count / 2)];
    const hangingUp = leaving.slice(0, count / 10);
    const joining = Array.from({ length: Math.ceil(count / 10) }, come);
    for (const talker of joining) talker.connect().catch(() => {});
    for (const talker of hangingUp) void talker.hangUp();
    await until('some have come and some have left', () =>
      [...joining.map(({ sessionId }) => sessionId !== ''), ...hangingUp.map(({ ended }) => ended)].some(
        Boolean,
      ),
    );
    await service.kill('SIGKILL');
    for (const talker of leaving) talker.vanish();
    say('killed');
    service = await start();

    await until('those who return are back', () => staying.every(({ returns }) => returns === 2));
    await everyoneTalks(staying, 'after the crash');
    for (const { client } of staying) assert.equal(client.state, 'connected');
    say(`${staying.length} go on after the crash`);
    for (const talker of joining) talker.vanish();

    const operator = operatorClient(service);
    const stayingIds = new Set(staying.map(({ sessionId }) => sessionId));
    await until('the others have ended', async () => {
      const { items } = await listed(operator, account);
      return items.every(({ id }) => stayingIds.has(id));
    });
    say('the others have ended');
    await Promise.all(staying.map((talker) => talker.hangUp()));
    await until('all is settled', async () => (await listed(operator, account)).items.length === 0);
    await until('every LOGOUT has been sent', () =>
      [...endpoint.accounts.values()].every(({ logins, logouts }) => logins === 0 || logouts > 0),
    );
    await checkAll(operator, account, endpoint, talkers, { steady, staying, leaving });
    say(`${endpoint.accounts.size} sessions were logged in and out once`);
    assert.equal((await service.stop()).code, 0);
  } finally {
    for (const talker of talkers) talker.vanish();
    await service[Symbol.asyncDispose]();
  }
}

async function prepare(operator: OperatorClient, endpointUrl: string) {
  const account = await operator.account('Crash');
  const avatar = await operator.avatar(account, { name: 'Ada', endpointUrl, transcript: true });
  return { account, avatar };
}

async function everyoneTalks(talkers: readonly Talker[], when: string): Promise<void> {
  const before = talkers.map(({ answers }) => answers);
  await until(`everybody is answered ${when}`, () =>
    talkers.every(({ answers }, index) => answers >= (before[index] ?? 0) + 2),
  );
}

/** After this, a second LOGIN for any of these sessions is an error. */
async function loginsAreNoted(
  operator: OperatorClient,
  account: string,
  talkers: readonly Talker[],
): Promise<void> {
  for (const { sessionId } of talkers) {
    await until(
      `the login of ${sessionId} is noted`,
      async () => (await shown(operator, account, sessionId)).login === 'done',
    );
  }
}

/** The live sessions. */
const listed = (operator: OperatorClient, account: string): Promise<Listed> =>
  operator.call<Listed>('GET', `/v1/accounts/${account}/sessions?state=live&limit=100`);

const shown = (operator: OperatorClient, account: string, id: string): Promise<SessionView> =>
  operator.call<SessionView>('GET', `/v1/accounts/${account}/sessions/${id}`);

async function checkAll(
  operator: OperatorClient,
  accountId: string,
  endpoint: LedgerEndpoint,
  talkers: readonly Talker[],
  groups: Readonly<Record<'steady' | 'staying' | 'leaving', readonly Talker[]>>,
): Promise<void> {
  for (const { sessionId } of talkers) {
    const account = endpoint.accounts.get(sessionId);
    // A visitor without an answer to the authentication has no session.
    if (sessionId === '') continue;
    const session = await settled(operator, accountId, sessionId);
    const states = checkConnectionEvents(session);
    if (account !== undefined) {
      assert.deepEqual(account.disorder, [], `order of ${sessionId}`);
      assert.equal(account.logouts, Math.min(1, account.logins), `LOGOUTs of ${sessionId}`);
    }
    if (groups.steady.some((talker) => talker.sessionId === sessionId)) {
      assert.equal(account?.logins, 1, `LOGINs of ${sessionId}`);
    }
    if (groups.staying.some((talker) => talker.sessionId === sessionId)) {
      assert.equal(states.filter((state) => state === 'connected').length, 3, `connections of ${sessionId}`);
    }
    assert.ok(
      session.events.filter(({ name }) => name === 'session:conversation').length ===
        Number(states.includes('connected')),
      `transcripts of ${sessionId}`,
    );
  }
}

async function settled(operator: OperatorClient, account: string, sessionId: string): Promise<SessionView> {
  return await until(`${sessionId} is settled`, async () => {
    const session = await shown(operator, account, sessionId);
    const hasTranscript = session.events.some(({ name }) => name === 'session:conversation');
    const connected = session.events.some(({ details }) => details.state === 'connected');
    return session.state === 'ended' && session.logout !== 'due' && (hasTranscript || !connected) && session;
  });
}

function checkConnectionEvents({ id, events }: SessionView): string[] {
  const sequences = events.map(({ sequence }) => sequence);
  assert.deepEqual(
    sequences,
    [...new Set(sequences)].sort((a, b) => a - b),
    `sequence numbers of ${id}`,
  );
  const connections = events
    .filter(({ name }) => name === 'connection:state-changed')
    .map(({ details }) => ({
      state: String(details.state),
      reason: details.reason as string | undefined,
      willReconnect: details.will_attempt_reconnect as boolean | undefined,
      duration: details.duration as number | undefined,
    }));
  assert.equal(
    sequenceProblem(connections),
    null,
    `the connection events of ${id}: ${JSON.stringify(connections)}`,
  );
  return connections.map(({ state }) => state);
}

export const run = (): Promise<void> => crashSessions(200, (line) => process.stdout.write(`${line}\n`));
