import type { Listener } from './listener.ts';

const betweenTurnsMs = 60;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** From the endpoint's reply to the first piece of sound at the client, one turn at a time. */
export async function firstAudioTimes(
  listeners: readonly Listener[],
  turns: number,
  signal: AbortSignal,
): Promise<number[]> {
  const times: number[] = [];
  for (let turn = 0; turn < turns; turn++) {
    signal.throwIfAborted();
    // Each session may ask only five times a second, so the sessions take turns.
    const listener = listeners[turn % listeners.length];
    const heard = await listener?.ask('Tell me something new.', true);
    listener?.hush();
    if (heard?.leftAt != null) times.push(heard.firstAudioAt - heard.leftAt);
    await pause(betweenTurnsMs);
  }
  return times;
}

/**
 * The time to make a sentence divided by the length of its sound, one sentence at a time, in one thread. One figure per
 * reply, and two replies per session, because the service does not run far ahead of what its client can have heard.
 */
export async function realtimeFactors(
  listeners: readonly Listener[],
  voiceRate: number,
  signal: AbortSignal,
): Promise<number[]> {
  const factors: number[] = [];
  for (const listener of [...listeners, ...listeners]) {
    signal.throwIfAborted();
    const { sentences } = await listener.ask('plain');
    const [sentence] = sentences;
    if (sentence?.rate !== voiceRate) throw new Error('another voice than the one that is measured spoke');
    factors.push(sentence.tookMicros / sentence.soundMicros);
    await pause(betweenTurnsMs);
  }
  return factors;
}
