import type { SpanExporter } from '@opentelemetry/sdk-trace';
import type { Log } from '../kernel/index.ts';

/** Logs when spans are lost for the first time, and when the collector accepts spans again. */
export function reportingExporter(exporter: SpanExporter, log: Log): SpanExporter {
  let lost = 0;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        // 0 is success.
        if (result.code !== 0) {
          if (lost === 0)
            log.warn({ err: result.error }, 'the collector does not take traces, so they are lost');
          lost += spans.length;
        } else if (lost > 0) {
          log.info({ lost }, 'the collector takes traces again');
          lost = 0;
        }
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
  };
}
