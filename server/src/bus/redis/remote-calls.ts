import { randomUUID } from 'node:crypto';
import { type RedisLink, RedisUnavailable } from './redis-link.ts';

export type RemoteCallsOptions = {
  readonly link: Pick<RedisLink, 'publish' | 'subscribe'>;
  readonly processId: string;
  readonly timeoutMs?: number;
  /** Answers the calls of other processes. A rejection reaches them as `RedisUnavailable`. */
  answer(call: unknown): Promise<unknown>;
};

export type RemoteCalls = {
  /** Asks another process. Rejects with `RedisUnavailable` if it does not answer. */
  ask(processId: string, call: unknown): Promise<unknown>;
};

type Packet =
  | { readonly kind: 'call'; readonly id: string; readonly from: string; readonly call: unknown }
  | { readonly kind: 'answer'; readonly id: string; readonly ok: boolean; readonly value?: unknown };

const channelOf = (processId: string): string => `parley:{${processId}}:calls`;

/** Calls from one process to another, with an answer. */
export async function openRemoteCalls(options: RemoteCallsOptions): Promise<RemoteCalls> {
  const { link, processId, timeoutMs = 1_000 } = options;
  const waiting = new Map<string, PromiseWithResolvers<unknown>>();

  const reply = async ({ id, from, call }: Packet & { kind: 'call' }): Promise<void> => {
    const answer: Packet = await options.answer(call).then(
      (value) => ({ kind: 'answer', id, ok: true, value }),
      () => ({ kind: 'answer', id, ok: false }),
    );
    await link.publish(channelOf(from), JSON.stringify(answer));
  };
  await link.subscribe(channelOf(processId), (text) => {
    const packet = JSON.parse(text) as Packet;
    // If the answer is lost, the caller gives up after its own time.
    if (packet.kind === 'call') return void reply(packet).catch(() => {});
    const waits = waiting.get(packet.id);
    if (packet.ok) waits?.resolve(packet.value);
    else waits?.reject(new RedisUnavailable('The owner of the session failed.'));
  });

  return {
    async ask(to, call) {
      const id = randomUUID();
      const waits = Promise.withResolvers<unknown>();
      const timer = setTimeout(
        () => waits.reject(new RedisUnavailable('The owner does not answer.')),
        timeoutMs,
      );
      waiting.set(id, waits);
      try {
        const packet: Packet = { kind: 'call', id, from: processId, call };
        const receivers = await link.publish(channelOf(to), JSON.stringify(packet));
        if (receivers === 0) throw new RedisUnavailable('The owner is not connected.');
        return await waits.promise;
      } finally {
        clearTimeout(timer);
        waiting.delete(id);
      }
    },
  };
}
