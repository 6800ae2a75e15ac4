import { readFileSync } from 'node:fs';
import { type Loading, loadSherpa, serveModel } from '../../custom-models/program/index.ts';
import type { RecogniserConfig } from './recogniser-folder.ts';
import { createTurnDecoders, type Sherpa, type TurnDecoder } from './sherpa-turns.ts';

/** The process of one own recogniser. It keeps the turns that are being heard. */
export type HearRequest = {
  readonly turn: number;
  readonly isFirst: boolean;
  /** What has been said since the last request of this turn. */
  readonly sound: Float32Array;
  /** True if nothing follows. The turn is forgotten. */
  readonly isLast: boolean;
};
export type ForgetTurn = { readonly forget: number };

serveModel(({ runtime, model }: Loading<RecogniserConfig>) => {
  const makeTurn = createTurnDecoders(loadSherpa<Sherpa>(runtime), model);
  const turns = new Map<number, TurnDecoder>();
  // Some models know capital letters only.
  const isCapital = !/\p{Ll}/u.test(readFileSync(model.settings.tokens, 'utf8').replaceAll(/<[^<>]*>/g, ''));
  return {
    facts: {},
    answer({ turn: id, sound, isFirst, isLast }: HearRequest): string {
      const turn = isFirst ? makeTurn() : turns.get(id);
      if (turn === undefined) throw new Error('the beginning of this turn is lost');
      turns.set(id, turn);
      if (isLast) turns.delete(id);
      const text = turn.hear(sound, isLast).trim();
      return isCapital ? text.toLowerCase() : text;
    },
    note: (note) => turns.delete((note as ForgetTurn).forget),
  };
});
