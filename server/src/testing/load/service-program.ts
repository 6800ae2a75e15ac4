import { bootService } from './booted-service.ts';
import { bytesInUse } from './bytes-in-use.ts';
import { readInput, reportReady } from './child.ts';

export type ServiceInput = { readonly environment?: Readonly<Record<string, string>> };

/** The service in its own process. All clients have one address here, so this address may open many sessions. */
await using service = await bootService({
  JOIN_RATE: '1000000',
  JOIN_BURST: '1000000',
  EDGE_RATE: '1000000',
  EDGE_BURST: '1000000',
  MAX_CONNECTIONS_PER_SOURCE: '1000000',
  ...readInput<ServiceInput>().environment,
});

await reportReady(service.address, { memory: bytesInUse });
