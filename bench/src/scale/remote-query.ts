import { percentile } from '../../../server/src/kernel/index.ts';
import { nowMicros } from '../../../server/src/testing/load/clock.ts';
import {
  type CheckedRequest,
  type Connections,
  openConnections,
} from '../../../server/src/testing/load/connections.ts';
import { createJoining, openConversation } from '../../../server/src/testing/load/joining.ts';
import { requestBytes } from '../../../server/src/testing/load/request-bytes.ts';
import type { Scene } from './scene.ts';

export type QueryTimes = { readonly localMs: number; readonly remoteMs: number };

/**
 * Session queries, one after the other, at the process that owns the session and at the other one. Slices of both
 * alternate, so that both see the same machine.
 */
export async function compareQueries(scene: Scene, slices: number, sliceMs: number): Promise<QueryTimes> {
  const [owner, other] = scene.processes;
  await using joining = createJoining(owner.ready.port, scene.avatarId, 1);
  const { socket, sessionId } = await joining.join();
  openConversation(socket);
  using local = await openConnections(owner.ready.port, 1);
  using remote = await openConnections(other.ready.port, 1);
  const path = `/session/query?sessionId=${sessionId}&fields=avatarStatus,avatarId,userId,lastActivityAt`;
  const headers = { 'x-api-key': scene.key };
  const ask = async (connections: Connections, port: number): Promise<number[]> => {
    const times: number[] = [];
    const check: CheckedRequest['check'] = ({ status }, sentAt) => {
      times.push(nowMicros() - sentAt);
      return status === 200 ? null : 'a wrong answer';
    };
    const bytes = requestBytes(port, { method: 'GET', path, headers });
    await connections.run({ bytes, mark: nowMicros, check }, sliceMs);
    return times;
  };
  const times = { local: [] as number[], remote: [] as number[] };
  for (let slice = -1; slice < slices; slice++) {
    const [near, far] = [await ask(local, owner.ready.port), await ask(remote, other.ready.port)];
    // The first slices warm both processes up.
    if (slice >= 0) {
      times.local.push(...near);
      times.remote.push(...far);
    }
  }
  socket.terminate();
  return { localMs: percentile(times.local, 0.5) / 1000, remoteMs: percentile(times.remote, 0.5) / 1000 };
}
