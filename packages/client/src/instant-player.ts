import type { MakePlayer, PlaybackReport, Player, Sentence } from './playback.ts';

/** For clients without face and voice: every sentence counts as played when it arrives. */
class InstantPlayer implements Player {
  #report: PlaybackReport;
  #heard = '';

  constructor(report: PlaybackReport) {
    this.#report = report;
  }

  sentence({ text }: Sentence): void {
    this.#heard = this.#heard === '' || text === '' ? this.#heard + text : `${this.#heard} ${text}`;
  }

  utteranceEnd(utterance: number, sentences: number): void {
    this.#heard = '';
    this.#report.finished(utterance, sentences);
  }

  stop(): string {
    const heard = this.#heard;
    this.#heard = '';
    return heard;
  }
}

export const instantPlayer: MakePlayer = (report) => new InstantPlayer(report);
