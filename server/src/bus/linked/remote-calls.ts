import { randomUUID } from 'node:crypto';
import { type Log, withinMs } from '../../kernel/index.ts';
import { type Link, OwnerUnreachable } from './link.ts';
import { skippingUnreadable } from './skip-unreadable.ts';

export type RemoteCallsOptions = {
  readonly link: Pick<Link, 'isUp' | 'publish' | 'subscribe' | 'watch'>;
  readonly processId: string;
  readonly log: Log;
  /** Answers the calls of other processes. A rejection reaches them as `OwnerUnreachable`. */
  answer(call: unknown): Promise<unknown>;
};

export type RemoteCalls = Awaited<ReturnType<typeof openRemoteCalls>>;

type Packet =
  | { readonly kind: 'call'; readonly id: string; readonly from: string; readonly call: unknown }
  | { readonly kind: 'answer'; readonly id: string; readonly ok: boolean; readonly value?: unknown };

const maxWaiting = 10_000;
// The braces keep a process's channel in one slot of a Redis Cluster.
const channelOf = (processId: string): string => `calls:{${processId}}`;

/** Calls from one process to another, with an answer. */
export async function openRemoteCalls(options: RemoteCallsOptions) {
  const { link, processId, log } = options;
  const waiting = new Map<string, PromiseWithResolvers<unknown>>();

  const reply = async ({ id, from, call }: Packet & { kind: 'call' }): Promise<void> => {
    const answer: Packet = await options.answer(call).then(
      (value) => ({ kind: 'answer', id, ok: true, value }),
      (error: unknown) => {
        log.warn({ err: error }, 'a call of another process failed');
        return { kind: 'answer', id, ok: false };
      },
    );
    await link.publish(channelOf(from), JSON.stringify(answer));
  };
  const handle = (text: string): void => {
    const packet = JSON.parse(text) as Packet;
    // If the answer is lost, the caller's own timeout ends the call.
    if (packet.kind === 'call') return void reply(packet).catch(() => {});
    const waits = waiting.get(packet.id);
    if (packet.ok) waits?.resolve(packet.value);
    else waits?.reject(new OwnerUnreachable('The owner of the session failed.'));
  };

  await link.subscribe(channelOf(processId), skippingUnreadable(handle, log));
  link.watch((isUp) => {
    if (isUp) return;
    for (const waits of waiting.values()) waits.reject(new OwnerUnreachable('The link was lost.'));
  });

  return {
    /** Asks another process. Rejects with `OwnerUnreachable` if it does not answer in time. */
    async ask(to: string, call: unknown, timeoutMs: number): Promise<unknown> {
      if (!link.isUp) throw new OwnerUnreachable('The link is away.');
      if (waiting.size >= maxWaiting) throw new OwnerUnreachable('Too many calls wait for an answer.');
      const id = randomUUID();
      const waits = Promise.withResolvers<unknown>();
      // The link may be lost while the call is still being sent.
      waits.promise.catch(() => {});
      waiting.set(id, waits);
      try {
        const packet: Packet = { kind: 'call', id, from: processId, call };
        const sent = link.publish(channelOf(to), JSON.stringify(packet)).then(
          (receivers) => {
            if (receivers === 0) throw new OwnerUnreachable('The owner is not connected.');
          },
          (error: unknown) => {
            throw new OwnerUnreachable('The call could not be sent.', { cause: error });
          },
        );
        sent.catch(waits.reject);
        return await withinMs(waits.promise, timeoutMs);
      } catch (error) {
        if (error instanceof OwnerUnreachable) throw error;
        throw new OwnerUnreachable('The owner does not answer.', { cause: error });
      } finally {
        waiting.delete(id);
      }
    },
  };
}
