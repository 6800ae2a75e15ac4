import { type Expression, expressionNames } from '../head/expressions.ts';
import { type Viseme, visemeList } from '../motion/visemes.ts';

/** Maps our names to the model's own morph targets. */
export interface MorphMap {
  /** Indices to set for each viseme, if the model has all fifteen. */
  readonly visemes: Readonly<Partial<Record<Viseme, number>>>;
  /** Indices to set for each expression. There are two if the model has a left and a right one. */
  readonly expressions: Readonly<Partial<Record<Expression, readonly number[]>>>;
}

/** `viseme_aa`, `v_aa`, `viseme-AA` and the like. */
const normalised = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, '');

/** ARKit names that mean one of our expressions. */
const aliases: Partial<Record<Expression, readonly string[]>> = {
  mouthPress: ['mouthPressLeft', 'mouthPressRight'],
  noseSneer: ['noseSneerLeft', 'noseSneerRight'],
};

export function mapMorphs(names: Readonly<Record<string, number>>): MorphMap {
  const byPlain = new Map(Object.entries(names).map(([name, index]) => [normalised(name), index]));
  const visemes: Partial<Record<Viseme, number>> = {};
  for (const viseme of visemeList) {
    const index = byPlain.get(normalised(`viseme${viseme}`)) ?? byPlain.get(normalised(`v${viseme}`));
    if (index !== undefined) visemes[viseme] = index;
  }
  const expressions: Partial<Record<Expression, readonly number[]>> = {};
  for (const name of expressionNames) {
    const wanted = [name, `${name}Left`, `${name}Right`, ...(aliases[name] ?? [])];
    const found = new Set(wanted.flatMap((other) => byPlain.get(normalised(other)) ?? []));
    if (found.size > 0) expressions[name] = [...found];
  }
  return { visemes, expressions };
}

/** A mouth needs either the vowel visemes or a jaw that opens. */
export const hasMouth = ({ visemes, expressions }: MorphMap): boolean =>
  expressions.jawOpen !== undefined || (visemes.aa !== undefined && visemes.O !== undefined);
