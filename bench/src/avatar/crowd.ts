import type { Listener } from './listener.ts';

export type CrowdResult = {
  /** Sessions that heard only the measured voice, only another one, or several. */
  readonly sessions: number;
  readonly spareSessions: number;
  readonly mixedSessions: number;
  readonly gaps: number;
  readonly worstGapMs: number;
  readonly soundSeconds: number;
  readonly slowestFirstSoundMs: number;
};

/**
 * All listeners get their answers at the same time, each with another text. The measured voice has this sample rate.
 */
export async function speakToAll(
  listeners: readonly Listener[],
  sentences: number,
  voiceRate: number,
): Promise<CrowdResult> {
  const begun = performance.now();
  const firstSounds: number[] = [];
  const heard = await Promise.all(
    listeners.map(async (listener) => {
      const result = await listener.ask(String(sentences));
      firstSounds.push(result.firstAudioAt);
      return result;
    }),
  );
  const elapsedMicros = (performance.now() - begun) * 1000;
  const last = Math.max(...heard.map(({ endedAt }) => endedAt));
  const sound = heard.flatMap((each) => each.sentences.map(({ soundMicros }) => soundMicros));
  const voices = heard.map((each) => {
    const meant = each.sentences.filter(({ rate }) => rate === voiceRate).length;
    if (meant === each.sentences.length) return 'meant';
    return meant === 0 ? 'spare' : 'mixed';
  });
  return {
    sessions: voices.filter((voice) => voice === 'meant').length,
    spareSessions: voices.filter((voice) => voice === 'spare').length,
    mixedSessions: voices.filter((voice) => voice === 'mixed').length,
    gaps: heard.reduce((sum, { gaps }) => sum + gaps, 0),
    worstGapMs: Math.max(...heard.map(({ worstGapMicros }) => worstGapMicros)) / 1000,
    soundSeconds: sound.reduce((sum, micros) => sum + micros, 0) / 1_000_000,
    slowestFirstSoundMs: (Math.max(...firstSounds) - (last - elapsedMicros)) / 1000,
  };
}
