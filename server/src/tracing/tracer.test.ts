import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '../kernel/index.ts';
import { startTracing } from './start-tracing.ts';
import { type Collector, startCollector, tracingSettings } from './testing/collector.ts';
import { remoteSpan } from './testing/remote-span.ts';
import type { SpanParent, Tracer } from './tracer.ts';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const spanId = 'b7ad6b7169203331';
const sampled = `00-${traceId}-${spanId}-01`;
const notSampled = `00-${traceId}-${spanId}-00`;
const log = createLog('silent');

describe('a tracer', () => {
  let collector: Collector;
  const tracerWith = async (settings: Record<string, string> = {}): Promise<Tracer> => {
    const tracer = await startTracing(tracingSettings(collector.url, settings), log);
    if (tracer === null) throw new Error('no tracer');
    return tracer;
  };
  /** Starts and ends one span with its child. Returns the spans that the collector received. */
  const record = async (settings: Record<string, string>, parent: SpanParent | null) => {
    const tracer = await tracerWith(settings);
    const span = tracer.start('turn', { turn: 7 }, { parent });
    const child = span.child('voice');
    child.end();
    span.end();
    await tracer[Symbol.asyncDispose]();
    return { span, child, spans: collector.spans };
  };

  beforeEach(async () => {
    collector = await startCollector();
  });
  afterEach(() => collector[Symbol.asyncDispose]());

  it('[TR2] sends a span and its child with their facts and the name of the service', async () => {
    const { spans } = await record(
      {
        OTEL_SERVICE_NAME: 'talk',
        OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test%20bed,service.name=other',
        OTEL_EXPORTER_OTLP_HEADERS: 'x-key=hunter%3D2',
      },
      null,
    );
    const [turn, voice] = ['turn', 'voice'].map((name) => spans.find((span) => span.name === name));
    expect(turn).toMatchObject({
      parentId: '',
      attributes: { 'parley.turn': 7 },
      failed: false,
      resource: { 'service.name': 'talk', 'deployment.environment.name': 'test bed' },
    });
    expect(voice).toMatchObject({ traceId: turn?.traceId, parentId: turn?.spanId });
    expect(collector.headers[0]).toMatchObject({
      'x-key': 'hunter=2',
      'content-type': 'application/x-protobuf',
    });
  });

  it('[TR2] says what went wrong in one word, and ends once', async () => {
    const tracer = await tracerWith();
    const span = tracer.start('turn', {});
    span.end('timeout');
    span.note({ outcome: 'too late' });
    span.end();
    await tracer[Symbol.asyncDispose]();
    expect(collector.spans).toMatchObject([{ failed: true, attributes: { 'error.type': 'timeout' } }]);
    expect(collector.spans[0]?.attributes).not.toHaveProperty('parley.outcome');
  });

  it('[TR7] continues a trace, and records it if the sender did', async () => {
    const { spans, child } = await record({}, { traceparent: sampled });
    expect(spans.map((span) => span.traceId)).toEqual([traceId, traceId]);
    expect(spans.find(({ name }) => name === 'turn')?.parentId).toBe(spanId);
    expect(remoteSpan(child.traceparent)).toMatchObject({ traceId, sampled: true });
  });

  it('[TR7] passes on a trace that the sender does not record', async () => {
    const { spans, child } = await record({}, { traceparent: notSampled });
    expect(spans).toEqual([]);
    expect(remoteSpan(child.traceparent)).toMatchObject({ traceId, sampled: false });
    expect(child.traceparent).not.toContain(spanId);
  });

  it.each([
    ['always_on', '1', 2],
    ['always_off', '1', 0],
    ['traceidratio', '1', 2],
    ['traceidratio', '0', 0],
    ['parentbased_always_on', '0', 2],
    ['parentbased_always_off', '1', 0],
    ['parentbased_traceidratio', '1', 2],
    ['parentbased_traceidratio', '0', 0],
  ])('[TR7] %s with %s records %i spans of a new trace', async (sampler, share, count) => {
    const settings = { OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: share };
    expect((await record(settings, null)).spans).toHaveLength(count);
  });

  it('[TR7] records about as many traces as the share says', async () => {
    const tracer = await tracerWith({
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
    });
    for (let i = 0; i < 2_000; i++) tracer.start('turn', {}).end();
    await tracer[Symbol.asyncDispose]();
    expect(collector.spans.length).toBeGreaterThan(350);
    expect(collector.spans.length).toBeLessThan(650);
  });

  it.each([
    [sampled, 'parentbased_always_off', 0],
    [notSampled, 'parentbased_always_on', 2],
  ])('[TR6] a visitor who sends %s to %s does not decide', async (traceparent, sampler, count) => {
    const settings = { OTEL_TRACES_SAMPLER: sampler };
    const { spans, span } = await record(settings, { traceparent, fromVisitor: true });
    expect(spans).toHaveLength(count);
    expect(remoteSpan(span.traceparent)).toMatchObject({ traceId });
  });

  it.each(['', 'x', `00-${'0'.repeat(32)}-${spanId}-01`, `${sampled}-more`, `ff-${traceId}-${spanId}-01`])(
    '[TR5] ignores "%s" and begins a new trace',
    async (traceparent) => {
      const { spans } = await record({}, { traceparent });
      expect(spans).toHaveLength(2);
      expect(spans[0]?.traceId).not.toBe(traceId);
    },
  );

  it('[TR5] reads the headers of later versions', async () => {
    const { spans } = await record({}, { traceparent: `01-${traceId}-${spanId}-03-more` });
    expect(spans.map((span) => span.traceId)).toEqual([traceId, traceId]);
  });

  it.each([
    [{}, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', OTEL_SDK_DISABLED: 'true' }, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', OTEL_TRACES_EXPORTER: 'none' }, false],
    [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://127.0.0.1:9/' }, true],
  ])('[TR1] %j: traces are on is %s', async (settings, on) => {
    const tracer = await startTracing(tracingSettings('', settings), log);
    expect(tracer !== null).toBe(on);
    await tracer?.[Symbol.asyncDispose]();
  });
});
