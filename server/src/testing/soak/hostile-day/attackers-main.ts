import { reportReady } from '../../load/child.ts';
import { attacks } from './attacks.ts';
import { startHostileProvider } from './hostile-provider.ts';
import type { AttackersReady, AttackInput, Targets } from './targets.ts';

/** The maximum number of simultaneous attempts. Further ones are skipped. */
const maxAtOnce = 300;
const everyMs = 50;

type Attack = { end(): Promise<Readonly<Record<string, number>>> };

/** Makes attempts of all kinds in turn. */
function begin(targets: Targets, perSecond: number): Attack {
  const over = new AbortController();
  const running = new Set<Promise<unknown>>();
  const attempts: Record<string, number> = {};
  const turns = attacks.flatMap(({ weight, ...attack }) => Array.from({ length: weight }, () => attack));
  // Spreads the attempts of each kind over the round.
  turns.sort(() => Math.random() - 0.5);
  let [turn, due, lastMs] = [0, 0, performance.now()];
  const timer = setInterval(() => {
    // On a busy machine the timer is late. The missing attempts are made now.
    const nowMs = performance.now();
    due += (perSecond * (nowMs - lastMs)) / 1000;
    lastMs = nowMs;
    for (; due >= 1; due -= 1) {
      const attack = turns[turn++ % turns.length];
      if (attack === undefined || running.size >= maxAtOnce) continue;
      attempts[attack.name] = (attempts[attack.name] ?? 0) + 1;
      const attempt = attack.attempt(targets, over.signal).catch(() => {});
      running.add(attempt);
      void attempt.then(() => running.delete(attempt));
    }
  }, everyMs);
  return {
    async end() {
      clearInterval(timer);
      over.abort();
      await Promise.all(running);
      return attempts;
    },
  };
}

await using provider = await startHostileProvider();
let attack: Attack | null = null;
await reportReady({ providerUrl: provider.url } satisfies AttackersReady, {
  begin({ targets, perSecond }: AttackInput) {
    attack = begin(targets, perSecond);
  },
  end: () => attack?.end(),
});
process.exit();
