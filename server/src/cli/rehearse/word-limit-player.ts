import type { LiveClientOptions } from '@parley/client';

type MakePlayer = NonNullable<LiveClientOptions['player']>;

/** Plays at once, and says that only so many words were heard of an utterance which is interrupted. */
export function wordLimitPlayer(): { readonly make: MakePlayer; maxWords: number | null } {
  let heard: string[] = [];
  const player = {
    maxWords: null as number | null,
    make: ((report) => ({
      sentence: ({ text }) => void heard.push(...text.split(' ').filter((word) => word !== '')),
      utteranceEnd(utterance, sentences) {
        heard = [];
        report.finished(utterance, sentences);
      },
      stop() {
        const words = heard.slice(0, player.maxWords ?? heard.length);
        heard = [];
        return words.join(' ');
      },
    })) satisfies MakePlayer as MakePlayer,
  };
  return player;
}
