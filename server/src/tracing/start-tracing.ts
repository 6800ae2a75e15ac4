import type { Log } from '../kernel/index.ts';
import type { Tracer } from './tracer.ts';
import type { TracingSettings } from './tracing-settings.ts';

/** Null if no collector is set. Only with a collector are the packages of OpenTelemetry loaded. */
export async function startTracing(settings: TracingSettings, log: Log): Promise<Tracer | null> {
  const url = collectorUrl(settings);
  if (url === null) return null;
  const { createTracer } = await import('./open-telemetry.ts');
  log.info('sending traces to the collector');
  return createTracer(settings, url, log);
}

function collectorUrl(settings: TracingSettings): string | null {
  if (settings.OTEL_SDK_DISABLED || settings.OTEL_TRACES_EXPORTER === 'none') return null;
  if (settings.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT !== undefined) {
    return settings.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT;
  }
  const base = settings.OTEL_EXPORTER_OTLP_ENDPOINT;
  return base === undefined ? null : `${base.replace(/\/$/, '')}/v1/traces`;
}
