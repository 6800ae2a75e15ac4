import { type VisemeName, visemeNames } from '@parley/protocol/wire';
import type { ExpressionWeights } from '../head/expressions.ts';
import table from './tables/visemes.json' with { type: 'json' };

export const visemeList = visemeNames;
export type Viseme = VisemeName;
export type VisemeWeights = Readonly<Partial<Record<Viseme, number>>>;

interface VisemePlan {
  /**
   * The movements that make up the viseme. `mouthClose` is 1 where the lips must touch each other, `mouthRollLower` 1
   * where the lower lip must touch the upper teeth.
   */
  readonly shape: ExpressionWeights;
  /** How strong it is compared with its neighbours: closed lips win over open vowels. */
  readonly strength: number;
  /** VRM has five vowels for our fifteen visemes. Consonants use a little of the nearest vowel. */
  readonly vrm: Readonly<Partial<Record<'aa' | 'ih' | 'ou' | 'ee' | 'oh', number>>>;
}

export const visemePlans: Readonly<Record<Viseme, VisemePlan>> = table;

const vowels: ReadonlySet<string> = new Set(['aa', 'E', 'I', 'O', 'U']);
export const isVowel = (viseme: string): boolean => vowels.has(viseme);
