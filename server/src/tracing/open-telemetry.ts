import * as api from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, RandomIdGenerator, TracerProvider } from '@opentelemetry/sdk-trace';
import { type Log, settleWithin, version } from '../kernel/index.ts';
import { reportingExporter } from './reporting-exporter.ts';
import { rootSampler, samplerOf } from './samplers.ts';
import type { Span, SpanFacts, SpanKind, SpanParent, Tracer } from './tracer.ts';
import type { TracingSettings } from './tracing-settings.ts';

const kinds: Readonly<Record<SpanKind, api.SpanKind>> = {
  internal: api.SpanKind.INTERNAL,
  client: api.SpanKind.CLIENT,
  server: api.SpanKind.SERVER,
};

/** The standard names of our facts. Those without a standard name begin with `parley`. */
const attributeNames: Readonly<Record<keyof SpanFacts, string>> = {
  sessionId: 'session.id',
  avatarId: 'parley.avatar.id',
  turn: 'parley.turn',
  brain: 'parley.brain',
  utterance: 'parley.utterance',
  outcome: 'parley.outcome',
  method: 'http.request.method',
  route: 'http.route',
  status: 'http.response.status_code',
};

const propagator = new W3CTraceContextPropagator();

/** A stop does not wait longer than this for a collector that is unavailable. */
const stopWithinMs = 2_000;

/** Traces with the packages of OpenTelemetry. Spans are passed explicitly, so no context follows asynchronous calls. */
export function createTracer(settings: TracingSettings, url: string, log: Log): Tracer {
  const exporter = new OTLPTraceExporter({
    url,
    headers: { ...settings.OTEL_EXPORTER_OTLP_HEADERS, ...settings.OTEL_EXPORTER_OTLP_TRACES_HEADERS },
    timeoutMillis: settings.OTEL_EXPORTER_OTLP_TIMEOUT,
  });
  const provider = new TracerProvider({
    resource: defaultResource().merge(
      resourceFromAttributes({
        'service.version': version,
        'service.instance.id': crypto.randomUUID(),
        ...settings.OTEL_RESOURCE_ATTRIBUTES,
        'service.name': settings.OTEL_SERVICE_NAME,
      }),
    ),
    sampler: samplerOf(settings),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: reportingExporter(exporter, log),
        scheduledDelayMillis: settings.OTEL_BSP_SCHEDULE_DELAY,
        maxQueueSize: settings.OTEL_BSP_MAX_QUEUE_SIZE,
        maxExportBatchSize: settings.OTEL_BSP_MAX_EXPORT_BATCH_SIZE,
      }),
    ],
  });
  const tracer = provider.getTracer('parley', version);
  const ids = new RandomIdGenerator();
  const root = rootSampler(settings);
  const isSampledByUs = (): boolean =>
    root.shouldSample(api.ROOT_CONTEXT, ids.generateTraceId(), '', api.SpanKind.SERVER, {}, []).decision !==
    api.SamplingDecision.NOT_RECORD;

  const contextOf = ({ traceparent, fromVisitor = false }: SpanParent): api.Context => {
    const context = propagator.extract(api.ROOT_CONTEXT, { traceparent }, api.defaultTextMapGetter);
    const remote = api.trace.getSpanContext(context);
    if (remote === undefined || !fromVisitor) return context;
    const traceFlags = isSampledByUs() ? api.TraceFlags.SAMPLED : api.TraceFlags.NONE;
    return api.trace.setSpanContext(context, { ...remote, traceFlags });
  };

  return {
    start(name, facts, { kind = 'internal', parent = null } = {}) {
      const context = parent === null ? api.ROOT_CONTEXT : contextOf(parent);
      return new OpenTelemetrySpan(tracer, context, name, facts, kind);
    },
    async [Symbol.asyncDispose]() {
      // Spans that cannot be sent are lost, as while the service runs.
      await settleWithin(provider.shutdown(), stopWithinMs);
    },
  };
}

class OpenTelemetrySpan implements Span {
  readonly #tracer: api.Tracer;
  readonly #span: api.Span;
  #ended = false;

  constructor(tracer: api.Tracer, parent: api.Context, name: string, facts: SpanFacts, kind: SpanKind) {
    this.#tracer = tracer;
    this.#span = tracer.startSpan(name, { kind: kinds[kind], attributes: attributesOf(facts) }, parent);
  }

  get traceparent(): string {
    const headers: { traceparent?: string } = {};
    propagator.inject(this.#here, headers, api.defaultTextMapSetter);
    return headers.traceparent ?? '';
  }

  child(name: string, facts: SpanFacts = {}, kind: SpanKind = 'internal'): Span {
    return new OpenTelemetrySpan(this.#tracer, this.#here, name, facts, kind);
  }

  get #here(): api.Context {
    return api.trace.setSpan(api.ROOT_CONTEXT, this.#span);
  }

  note(facts: SpanFacts): void {
    if (!this.#ended) this.#span.setAttributes(attributesOf(facts));
  }

  end(problem?: string): void {
    if (this.#ended) return;
    this.#ended = true;
    if (problem !== undefined) {
      this.#span.setStatus({ code: api.SpanStatusCode.ERROR });
      this.#span.setAttribute('error.type', problem);
    }
    this.#span.end();
  }
}

function attributesOf(facts: SpanFacts): api.Attributes {
  const named = Object.entries(facts).map(([fact, value]) => [
    attributeNames[fact as keyof SpanFacts],
    value,
  ]);
  return Object.fromEntries(named) as api.Attributes;
}
