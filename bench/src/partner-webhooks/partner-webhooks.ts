import { setTimeout as sleep } from 'node:timers/promises';
import { rounded } from '../../../server/src/kernel/index.ts';
import type { ServiceAddress } from '../../../server/src/testing/load/booted-service.ts';
import { startChild } from '../../../server/src/testing/load/child.ts';
import { operatorClient } from '../../../server/src/testing/running/index.ts';
import type { Bench } from '../bench.ts';
import type { ReceiversInput, ReceiversReady } from '../webhooks/receivers.ts';
import type { LoopDelays } from '../webhooks/sender.ts';

const partnerCount = 20;
const plans = {
  full: { warmUp: 25, events: 500, signatures: 2_000, idleMs: 5_000 },
  quick: { warmUp: 10, events: 100, signatures: 500, idleMs: 2_000 },
};

/**
 * Deliveries to partners as fast as the machine signs: each needs an RS256 token of its own. It also shows the delay of
 * the service's event loop meanwhile, because live conversations share the loop.
 */
export const partnerWebhooksBench: Bench = async ({ signal, say }) => {
  const plan = process.env.BENCH_QUICK === '1' ? plans.quick : plans.full;
  await using started = new AsyncDisposableStack();
  say('starting the service, its database and the receivers');
  const input: ReceiversInput = { count: partnerCount, tokens: true };
  const receiversFile = new URL('../webhooks/receivers.ts', import.meta.url);
  const receivers = started.use(await startChild<ReceiversReady>(receiversFile, { input, signal }));
  const senderFile = new URL('../webhooks/sender.ts', import.meta.url);
  const sender = started.use(await startChild<ServiceAddress>(senderFile, { signal }));
  signal.throwIfAborted();

  const operator = operatorClient(sender.ready);
  const partners: { id: string; webhookSecret: string }[] = [];
  for (const [index, webhookUrl] of receivers.ready.urls.entries()) {
    const redirectUris = ['https://partner.example.com/back'];
    const body = { name: `Partner ${index}`, redirectUris, webhookUrl };
    partners.push(await operator.call('POST', '/v1/partners', body));
  }
  await receivers.ask(
    'know',
    partners.map(({ webhookSecret }) => webhookSecret),
  );
  await sender.ask(
    'allow',
    partners.map(({ id }) => id),
  );

  const signatures = await sender.ask<number>('signaturesPerSecond', plan.signatures);
  say(`nothing but tokens: ${signatures.toFixed(0)} a second`);
  const ms = (value: number) => `${value.toFixed(1)} ms`;
  const printDelays = ({ p50, p99, max }: LoopDelays) =>
    say(`  event loop late by ${ms(p50)} (p50), ${ms(p99)} (p99), ${ms(max)} (max)`);
  const deliver = async (events: number): Promise<number> => {
    await receivers.ask('forget');
    const begin = performance.now();
    await sender.ask('writeToPartners', events);
    await receivers.ask('until', events * partnerCount);
    return ((events * partnerCount) / (performance.now() - begin)) * 1000;
  };
  await deliver(plan.warmUp);
  signal.throwIfAborted();
  say('nothing to do');
  await sender.ask('watchLoop');
  await sleep(plan.idleMs);
  const idle = await sender.ask<LoopDelays>('loopDelays');
  printDelays(idle);
  say(`${plan.events} events, each for ${partnerCount} partners`);
  await sender.ask('watchLoop');
  const rate = await deliver(plan.events);
  const delays = await sender.ask<LoopDelays>('loopDelays');
  say(`  ${rate.toFixed(0)} deliveries a second`);
  printDelays(delays);
  return {
    deliveries_per_s: Math.round(rate),
    loop_delay_p99_ms: rounded(delays.p99),
    idle_loop_delay_p99_ms: rounded(idle.p99),
    signatures_per_s: Math.round(signatures),
  };
};
