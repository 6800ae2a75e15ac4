import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from '../../live/testing/until.ts';
import { parseSettings } from '../../settings/index.ts';
import type { TracingSettings } from '../tracing-settings.ts';
import { bytesIn, fieldsOf, hexIn, numberIn, textIn } from './protobuf.ts';

export type CollectedSpan = {
  readonly traceId: string;
  readonly spanId: string;
  /** Empty if it has none. */
  readonly parentId: string;
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly failed: boolean;
  readonly startNs: number;
  readonly endNs: number;
  readonly resource: Readonly<Record<string, string | number>>;
};

export type Collector = AsyncDisposable & {
  readonly url: string;
  readonly spans: readonly CollectedSpan[];
  /** Everything that was received, unchanged. */
  readonly bytes: () => Buffer;
  readonly headers: readonly IncomingHttpHeaders[];
  /** Answers with this status. With 200 it accepts spans, with null it never answers. */
  status: number | null;
  /** Waits for matching spans. */
  next(what: string, fits: (span: CollectedSpan) => boolean): Promise<CollectedSpan>;
};

/** An OpenTelemetry collector on loopback: OTLP over HTTP with protobuf. */
export async function startCollector(): Promise<Collector> {
  const spans: CollectedSpan[] = [];
  const received: Buffer[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    headers.push(request.headers);
    if (collector.status === 200 && request.url === '/v1/traces') {
      received.push(body);
      spans.push(...spansIn(body));
    }
    if (collector.status === null) return;
    response.writeHead(collector.status, { 'content-type': 'application/x-protobuf' }).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const collector: Collector = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    bytes: () => Buffer.concat(received),
    headers,
    status: 200,
    next: async (what, fits) =>
      await until(
        () => `${what}, among ${spans.map(({ name }) => name).join(', ')}`,
        () => spans.find(fits),
      ),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return collector;
}

/** The settings that send spans to a collector soon. */
export function tracingSettings(url: string, more: Record<string, string> = {}): TracingSettings {
  return parseSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_BSP_SCHEDULE_DELAY: '20', ...more }, '/srv');
}

function spansIn(request: Uint8Array): CollectedSpan[] {
  return bytesIn(request, 1).flatMap((resourceSpans) => {
    const resource = Object.assign(
      {},
      ...bytesIn(resourceSpans, 1).map((message) => attributesIn(message, 1)),
    );
    const messages = bytesIn(resourceSpans, 2).flatMap((scopeSpans) => bytesIn(scopeSpans, 2));
    return messages.map((span) => ({
      traceId: hexIn(span, 1),
      spanId: hexIn(span, 2),
      parentId: hexIn(span, 4),
      name: textIn(span, 5),
      startNs: numberIn(span, 7),
      endNs: numberIn(span, 8),
      attributes: attributesIn(span, 9),
      failed: bytesIn(span, 15).some((status) => numberIn(status, 3) === 2),
      resource,
    }));
  });
}

function attributesIn(message: Uint8Array, field: number): Record<string, string | number> {
  return Object.fromEntries(
    bytesIn(message, field).map((pair) => {
      const [value] = bytesIn(pair, 2).flatMap(fieldsOf);
      const read =
        typeof value?.value === 'bigint' ? Number(value.value) : Buffer.from(value?.value ?? []).toString();
      return [textIn(pair, 1), read];
    }),
  );
}
