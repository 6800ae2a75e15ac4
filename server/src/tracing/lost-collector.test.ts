import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../kernel/index.ts';
import { LiveApp } from '../live/testing/live-app.ts';
import { startTracing } from './start-tracing.ts';
import { type Collector, startCollector, tracingSettings } from './testing/collector.ts';
import type { Tracer } from './tracer.ts';

const queue = 64;

describe('a collector that is unavailable', () => {
  let collector: Collector;
  let tracer: Tracer;
  const logged: { msg: string }[] = [];
  const undo = new AsyncDisposableStack();

  beforeAll(async () => {
    collector = undo.use(await startCollector());
    const settings = tracingSettings(collector.url, {
      OTEL_BSP_MAX_QUEUE_SIZE: String(queue),
      OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '16',
      OTEL_EXPORTER_OTLP_TIMEOUT: '200',
    });
    const log = createLog('info', { write: (line) => logged.push(JSON.parse(line) as { msg: string }) });
    const started = await startTracing(settings, log);
    if (started === null) throw new Error('no tracer');
    tracer = undo.use(started);
  });
  afterAll(() => undo.disposeAsync());

  const messages = (start: string) => logged.filter(({ msg }) => msg.startsWith(start));

  it('[TR9] costs spans, and no turn', async () => {
    await using app = await LiveApp.start({}, undefined, { tracer });
    collector.status = 503;
    const { wire, sessionId } = await app.talk(await app.avatar());
    await wire.status('IDLE');
    for (const text of ['One', 'Two', 'Three']) {
      wire.say(text);
      expect(await wire.listen()).toEqual([`You said ${text}.`]);
    }
    await app.untilTurns(sessionId, 3);
    await expect.poll(() => messages('the collector does not take traces')).toHaveLength(1);
    expect(collector.spans).toEqual([]);
  });

  it('[TR9] keeps no more spans than the queue holds, and sends them when it is back', async () => {
    collector.status = 503;
    for (let i = 0; i < 50 * queue; i++) tracer.start('turn', { turn: i }).end();
    collector.status = 200;
    await expect.poll(() => collector.spans.length).toBeGreaterThan(0);
    // The queue may be full, so this is tried until a span gets through.
    await expect
      .poll(() => {
        tracer.start('last', {}).end();
        return collector.spans.some(({ name }) => name === 'last');
      })
      .toBe(true);
    const turns = collector.spans.filter(({ name }) => name === 'turn');
    // The queue, and the batch that is being sent.
    expect(turns.length).toBeLessThanOrEqual(queue + 16);
    expect(messages('the collector takes traces again')).toHaveLength(1);
  });
});
