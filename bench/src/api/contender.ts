import { type CheckedRequest, openConnections } from '../../../server/src/testing/load/connections.ts';
import { type RequestText, requestBytes } from '../../../server/src/testing/load/request-bytes.ts';
import type { Contender } from '../load/alternate.ts';
import type { Side } from './scene.ts';

const connectionCount = 32;

/** One server under one kind of request. */
export async function openContender(
  side: Side,
  request: RequestText,
  checks: Omit<CheckedRequest, 'bytes'>,
): Promise<Contender & Disposable> {
  const connections = await openConnections(side.port, connectionCount);
  const whole = { ...checks, bytes: requestBytes(side.port, request) };
  return {
    slice: (durationMs) => connections.run(whole, durationMs),
    cpuMs: () => side.cpuMs(),
    [Symbol.dispose]: () => connections[Symbol.dispose](),
  };
}
