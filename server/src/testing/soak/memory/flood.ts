import { startEndpoint } from '../../../live/testing/endpoint.ts';
import { until } from '../../../live/testing/until.ts';
import type { Wire } from '../../../live/testing/wire.ts';
import { enterSession } from '../../load/joining.ts';
import { embeddedDatabase, operatorClient } from '../../running/index.ts';
import { startService } from '../../service.ts';
import { residentBytes, watchMemory } from './resident.ts';
import { createAccount } from './scene.ts';

export type FloodPlan = { readonly hostile: number; readonly honest: number };

export type FloodResult = {
  /** Honest sessions of which an event is missing. */
  readonly incomplete: number;
  /** How many texts the service refused. */
  readonly refused: number;
  readonly growthBytes: number;
};

const textsOfEach = 20;
const text = JSON.stringify({ type: 'say', text: 'a'.repeat(64 * 1024) });
const atOnce = 50;
/** A client that does not come back after a drop. */
const leavesForGood = { reconnects: false };
const complete = 'connecting,connecting,connected,disconnected';

/**
 * Sessions of one account queue as many words as they can and drop together, again and again, so that all their words
 * have to be stored at the same moment. Meanwhile sessions of another account come and go.
 */
export async function flood({ hostile, honest }: FloodPlan): Promise<FloodResult> {
  const many = String(2 * (hostile + honest) + 1_000);
  await using endpoint = await startEndpoint();
  await using service = await startService({
    env: {
      JOIN_RATE: many,
      JOIN_BURST: many,
      MAX_CONNECTIONS_PER_SOURCE: many,
      EDGE_RATE: many,
      EDGE_BURST: many,
    },
  });
  await using database = await embeddedDatabase(service.dataDir);
  const operator = operatorClient(service);
  const loud = await createAccount(operator, { name: 'loud', endpointUrl: endpoint.url });
  const quiet = await createAccount(operator, { name: 'quiet', endpointUrl: endpoint.url });
  const idleBytes = residentBytes(service.pid);
  await using memory = watchMemory(service.pid);

  const wires: Wire[] = [];
  let refused = 0;
  for (let begun = 0; begun < hostile; begun += atOnce) {
    const group = Array.from({ length: Math.min(atOnce, hostile - begun) }, async () => {
      const { wire } = await enterSession(service.url, loud.avatar, leavesForGood);
      wires.push(wire);
      // The conversation is not opened, so every text waits.
      for (let count = 0; count < textsOfEach; count++) wire.send(text);
      await wire.quiet();
      refused += wire.count('error');
    });
    await Promise.all(group);
  }
  const visits = Array.from({ length: honest }, async (_, index) => {
    if (index === Math.floor(honest / 10)) for (const wire of wires) wire.cut();
    const { wire, sessionId } = await enterSession(service.url, quiet.avatar, leavesForGood);
    wire.ready();
    wire.say('Hello');
    await wire.listen();
    wire.send({ type: 'bye' });
    await wire.next('end');
    return sessionId;
  });
  const ids = await Promise.all(visits);
  const statesOf = async (): Promise<Map<string, string>> => {
    const rows = await database.sql<{ id: string; states: string }[]>`
      select session_id as id, string_agg(body::json #>> '{details,state}', ',' order by sequence) as states
      from events where session_id = any(${ids}::text[]) and name = 'connection:state-changed' group by session_id`;
    return new Map(rows.map(({ id, states }) => [id, states]));
  };
  await until('all hostile sessions have ended', async () => {
    const [row] = await database.sql<{ left: number }[]>`
      select count(*)::int as left from sessions where account_id = ${loud.id} and state <> 'ended'`;
    return row?.left === 0;
  });
  const states = await statesOf();
  const incomplete = ids.filter((id) => states.get(id) !== complete);
  for (const id of incomplete) process.stdout.write(`${id}: ${states.get(id)}\n`);
  return { incomplete: incomplete.length, refused, growthBytes: memory.peakBytes - idleBytes };
}
