import { flag, fraction, httpUrl, integer, namedValues, oneOf } from './kinds.ts';
import { always, optional } from './setting.ts';

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;
export type SamplerName = (typeof samplers)[number];

/** The standard settings of OpenTelemetry for traces. Their names and defaults are not ours. */
export const tracingSettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: optional({
    kind: httpUrl,
    meaning:
      'URL of an OpenTelemetry collector. Traces go to `/v1/traces` below it. Without it, or the next one, there are no traces.',
  }),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: optional({
    kind: httpUrl,
    meaning: 'Full URL that traces are sent to, instead of the one above.',
  }),
  OTEL_EXPORTER_OTLP_HEADERS: optional({
    kind: namedValues,
    secret: true,
    meaning: 'Headers that are sent to the collector, such as its key.',
  }),
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: optional({
    kind: namedValues,
    secret: true,
    meaning: 'Headers that are sent with traces, besides those above.',
  }),
  OTEL_EXPORTER_OTLP_PROTOCOL: always({
    kind: oneOf(['http/protobuf']),
    fallback: 'http/protobuf',
    meaning: 'How traces are sent.',
  }),
  OTEL_EXPORTER_OTLP_TIMEOUT: always({
    kind: integer(1, 600_000),
    fallback: '10000',
    meaning: 'Milliseconds that the collector has to take a batch of spans, retries included.',
  }),
  OTEL_TRACES_EXPORTER: always({
    kind: oneOf(['otlp', 'none']),
    fallback: 'otlp',
    meaning: '`none` switches traces off.',
  }),
  OTEL_SDK_DISABLED: always({
    kind: flag,
    fallback: 'false',
    meaning: '`true` switches traces off.',
  }),
  OTEL_SERVICE_NAME: always({
    kind: { wanted: 'a name', parse: (text: string) => text },
    fallback: 'parley',
    meaning: 'Name of this service in traces.',
  }),
  OTEL_RESOURCE_ATTRIBUTES: optional({
    kind: namedValues,
    meaning: 'Attributes of every span, such as deployment.environment.name=production.',
  }),
  OTEL_TRACES_SAMPLER: always({
    kind: oneOf<SamplerName>(samplers),
    fallback: 'parentbased_always_on',
    meaning: 'Which traces are recorded.',
  }),
  OTEL_TRACES_SAMPLER_ARG: always({
    kind: fraction,
    fallback: '1',
    meaning: 'Share of traces that the samplers with traceidratio record.',
  }),
  OTEL_BSP_SCHEDULE_DELAY: always({
    kind: integer(1, 600_000),
    fallback: '5000',
    meaning: 'Milliseconds between two batches of spans.',
  }),
  OTEL_BSP_MAX_QUEUE_SIZE: always({
    kind: integer(1, 1_000_000),
    fallback: '2048',
    meaning: 'Spans that wait to be sent. Further ones are lost.',
  }),
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: always({
    kind: integer(1, 1_000_000),
    fallback: '512',
    meaning: 'Maximum number of spans that are sent together.',
  }),
} as const;
