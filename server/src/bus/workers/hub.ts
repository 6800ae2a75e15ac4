import type { Clock } from '../../kernel/index.ts';
import { createMemoryLimits } from '../memory-limits.ts';
import { type HubRequest, isHubRequest, type WorkerChannel } from './worker-channel.ts';

export type Hub = ReturnType<typeof createHub>;

/** Does for workers what Redis does for several machines: it passes messages on and keeps their common limits. */
export function createHub(clock: Pick<Clock, 'monotonicMs'>) {
  const subscribers = new Map<string, Set<WorkerChannel>>();
  const limits = createMemoryLimits(clock);

  const answer = (wire: WorkerChannel, request: HubRequest): number | boolean => {
    switch (request.ask) {
      case 'publish': {
        const { channel, message } = request;
        const receivers = subscribers.get(channel) ?? new Set();
        for (const receiver of receivers) receiver.send({ kind: 'hub-message', channel, message });
        return receivers.size;
      }
      case 'subscribe':
        subscribers.set(request.channel, (subscribers.get(request.channel) ?? new Set()).add(wire));
        return true;
      case 'limit':
        return request.step.take
          ? limits.take(request.key, request.step)
          : limits.has(request.key, request.step);
    }
  };

  return {
    /** Serves a worker until its channel closes. */
    add(wire: WorkerChannel): void {
      wire.onMessage((message) => {
        if (!isHubRequest(message)) return;
        const { number } = message;
        wire.send({ kind: 'hub-answer', number, value: answer(wire, message) });
      });
      wire.onClose(() => {
        for (const [channel, receivers] of subscribers) {
          receivers.delete(wire);
          if (receivers.size === 0) subscribers.delete(channel);
        }
      });
    },
  };
}
