import { startAnalytics } from '../../../server/src/analytics/index.ts';
import { connect } from '../../../server/src/db/index.ts';
import { createLog, percentile, rounded, systemClock } from '../../../server/src/kernel/index.ts';
import { bootService } from '../../../server/src/testing/load/booted-service.ts';
import { signInByLink } from '../../../server/src/testing/running/index.ts';
import type { Bench } from '../bench.ts';
import { openDatabase } from '../service/open-database.ts';
import { type List, lists, queryOf } from './lists.ts';
import { counts, seed } from './seed.ts';

const defaultRounds = 60;
const warmRounds = 3;
const limitMs = 150;

/** How long every list of the dashboard takes over HTTP, with some months of data. */
export const dashboardBench: Bench = async ({ signal, say }) => {
  await using service = await bootService();
  const { address, running } = service;
  const sql = openDatabase(address.databaseUrl, 1);
  await using _sql = { [Symbol.asyncDispose]: () => sql.end({ timeout: 1 }) };
  const begun = performance.now();
  await seed(sql, address.accountId);
  say(`filled in ${Math.round((performance.now() - begun) / 1000)} s`);
  await countFigures(address.databaseUrl);
  await sql`vacuum (analyze)`;
  // No duration: the service computes these figures at the same time.
  say(`${counts.sessions} sessions are in the figures`);

  const base = `${running.baseUrl}/v1`;
  const cookie = await signInByLink(running.baseUrl, running.signInUrl ?? '');
  const [first] = await sql<
    { id: number }[]
  >`select min(id)::int as id from avatars where webhook_id is not null`;
  const figures: Record<string, number> = {};
  let worst = 0;
  for (const list of lists) {
    signal.throwIfAborted();
    const url = `${base}${list.path.replace('{account}', `/accounts/${address.accountId}`)}`;
    const { times, items } = await measure(url, cookie, list, first?.id ?? 0);
    const p95 = rounded(percentile(times, 0.95));
    worst = Math.max(worst, p95);
    figures[`${list.name}_p95_ms`] = p95;
    say(
      `${list.name.padEnd(24)} p50 ${rounded(percentile(times, 0.5))} ms, p95 ${p95} ms, most ${rounded(Math.max(...times))} ms, ${times.length} answers, ${items} items`,
    );
  }
  say(`slowest p95 ${worst} ms; wanted at most ${limitMs} ms`);
  return { ...figures, worst_p95_ms: worst };
};

async function countFigures(url: string): Promise<void> {
  const sql = connect({ url, max: 1 });
  await using analytics = startAnalytics({ sql, clock: systemClock, log: createLog('warn'), everyMs: null });
  try {
    await analytics.count();
  } finally {
    await sql.end({ timeout: 1 });
  }
}

async function measure(url: string, cookie: string, list: List, firstAvatar: number) {
  const times: number[] = [];
  let items = 0;
  const rounds = list.rounds ?? defaultRounds;
  for (let round = -warmRounds; round < rounds; round++) {
    let cursor: string | null = null;
    for (let page = 0; page < (list.pages ?? 1); page++) {
      const query = queryOf(list, Math.abs(round), firstAvatar);
      if (cursor !== null) query.set('cursor', cursor);
      const { ms, body } = await ask(`${url}?${query}`, cookie);
      if (round >= 0) times.push(ms);
      items += body.items?.length ?? 0;
      cursor = body.next ?? null;
      if (cursor === null) break;
    }
  }
  return { times, items };
}

type Page = { items?: unknown[]; next?: string | null };

async function ask(url: string, cookie: string): Promise<{ ms: number; body: Page }> {
  for (;;) {
    const begun = performance.now();
    const response = await fetch(url, { headers: { cookie } });
    const body = (await response.json()) as Page;
    const ms = performance.now() - begun;
    if (response.ok) return { ms, body };
    // The bench asks faster than one person. A refusal by the rate limit is not measured.
    if (response.status !== 429) throw new Error(`${url}: ${response.status} ${JSON.stringify(body)}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
