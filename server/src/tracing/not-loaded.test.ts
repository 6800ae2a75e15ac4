import { describe, expect, it } from 'vitest';
import { startService } from '../testing/index.ts';
import { startCollector } from './testing/collector.ts';

/** Prints the name of each OpenTelemetry package when it is loaded. */
const watch = `
  import { registerHooks } from 'node:module';
  import { writeSync } from 'node:fs';
  registerHooks({
    load(url, context, next) {
      const name = /node_modules\\/(@opentelemetry\\/[^/]+)/.exec(url)?.[1];
      if (name !== undefined) writeSync(1, 'LOADED ' + name + '\\n');
      return next(url, context);
    },
  });`;
const env = { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(watch)}` };

const loadedBy = (output: string): Set<string> =>
  new Set([...output.matchAll(/LOADED (\S+)/g)].map(([, name = '']) => name));

describe('the packages of OpenTelemetry', () => {
  it('[TR1] are loaded if a collector is set, and [TR9] a stop does not wait for one that does not answer', async () => {
    await using collector = await startCollector();
    collector.status = null;
    const forever = { OTEL_BSP_SCHEDULE_DELAY: '20', OTEL_EXPORTER_OTLP_TIMEOUT: '600000' };
    await using service = await startService({
      env: { ...env, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...forever },
    });
    expect(loadedBy(service.output())).toContain('@opentelemetry/sdk-trace');
    const headers = { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` };
    const operator = { ...headers, authorization: `Bearer ${service.operatorToken}` };
    expect((await fetch(`${service.url}/v1/accounts`, { headers: operator })).status).toBe(200);
    await expect.poll(() => collector.headers.length).toBe(1);
    expect(await service.stop()).toMatchObject({ code: 0 });
  });

  it('[TR1] are not loaded otherwise', async () => {
    await using service = await startService({ env });
    // The sign-in library loads the API package, which does nothing by itself.
    const loaded = loadedBy(service.output());
    loaded.delete('@opentelemetry/api');
    loaded.delete('@opentelemetry/semantic-conventions');
    expect([...loaded]).toEqual([]);
  });
});
