import { readInput, reportReady } from '../../../server/src/testing/load/child.ts';
import { IdleClients } from '../../../server/src/testing/load/idle-clients.ts';
import { createJoining, inParallel, openConversation } from '../../../server/src/testing/load/joining.ts';

export type IdleCrowdInput = { readonly port: number; readonly avatarId: string };
export type PingInput = { readonly periodMs: number; readonly durationMs: number };

const joinsAtOnce = 32;

/**
 * Clients of one process that only ping. They run in their own process, because one process may not open all sockets.
 */
const { port, avatarId } = readInput<IdleCrowdInput>();
await using joining = createJoining(port, avatarId, joinsAtOnce);
using clients = new IdleClients();

await reportReady(
  {},
  {
    async connect(count: number): Promise<void> {
      await inParallel(count, joinsAtOnce, async () => {
        const { socket } = await joining.join();
        openConversation(socket);
        clients.add(socket);
      });
    },
    ping: ({ periodMs, durationMs }: PingInput) => clients.ping(periodMs, durationMs),
  },
);
