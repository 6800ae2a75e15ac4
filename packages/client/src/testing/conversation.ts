import { createLiveClient, type LiveClient, type LiveClientOptions, type LiveEvents } from '../index.ts';
import { instantPlayer } from '../instant-player.ts';
import type { DoubleSocket } from './double-socket.ts';
import { type ManualTimers, manualTimers } from './manual-timers.ts';
import { WireDouble } from './wire-double.ts';

export type Conversation = AsyncDisposable & {
  readonly double: WireDouble;
  readonly client: LiveClient;
  readonly timers: ManualTimers;
  /** Connects and skips the first frames of a client without a face. */
  begin(): Promise<DoubleSocket>;
};

/**
 * A client that plays at once, and a double of the service, not connected yet. There is no jitter: the random number
 * is always 0.
 */
export async function conversation(options: Partial<LiveClientOptions> = {}): Promise<Conversation> {
  const double = await WireDouble.start();
  const timers = manualTimers();
  const client = createLiveClient({
    url: double.url,
    avatarId: 7,
    timers,
    random: () => 0,
    player: instantPlayer,
    ...options,
  });
  return {
    double,
    client,
    timers,
    begin: async () => {
      await client.connect();
      const socket = await double.socket();
      await socket.next('load');
      await socket.next('open');
      return socket;
    },
    [Symbol.asyncDispose]: async () => {
      client.detach();
      await double[Symbol.asyncDispose]();
    },
  };
}

/** The next event with this name, or the next one that `fits`. */
export function nextEvent<N extends keyof LiveEvents>(
  client: LiveClient,
  name: N,
  fits: (payload: LiveEvents[N]) => boolean = () => true,
): Promise<LiveEvents[N]> {
  return new Promise((resolve) => {
    const stop = client.on(name, (payload) => {
      if (!fits(payload)) return;
      stop();
      resolve(payload);
    });
  });
}

export const nextState = <S extends LiveEvents['connection']['state']>(
  client: LiveClient,
  state: S,
): Promise<LiveEvents['connection']> => nextEvent(client, 'connection', (change) => change.state === state);
