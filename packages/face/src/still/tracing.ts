import type { Vector } from '../maths/vector.ts';
import type { Point } from './outline.ts';

/** The closed lines around one shape. Holes have lines of their own. */
export type Loops<Loop = readonly Point[]> = readonly Loop[];

/** A part of the person in clean tones. */
export interface TracedPart<Loop = readonly Point[]> {
  readonly whole: Loops<Loop>;
  /** Where little light falls: the larger shade first, then the darker one within it. */
  readonly shades: readonly Loops<Loop>[];
  /** Where much light falls. Only hair shines. */
  readonly highlight: Loops<Loop>;
}

/**
 * The outlines that the flat drawing needs from the 3D person, in thousandths of a head unit. They depend on the shapes of
 * a look and not on its colours.
 */
export interface Tracing<Loop = readonly Point[]> {
  readonly face: Loop;
  readonly neck: Loops<Loop>;
  readonly ears: TracedPart<Loop>;
  /** Null for a bald head. */
  readonly hair: { readonly behind: Loops<Loop>; readonly before: TracedPart<Loop> } | null;
  /** The parts in the first colour of the clothes, then those in the second. */
  readonly clothes: readonly TracedCloth<Loop>[];
  readonly beard: Loops<Loop>;
  /** Where an earring hangs, on the left side. */
  readonly lobe: Vector;
}

export interface TracedCloth<Loop = readonly Point[]> extends TracedPart<Loop> {
  /** Where one layer ends above another, such as the edge of a lapel. */
  readonly edges: Loops<Loop>;
}

/** The same tracing with other loops. */
export function mapLoops<From, To>(tracing: Tracing<From>, change: (loop: From) => To): Tracing<To> {
  const all = (loops: Loops<From>): To[] => loops.map(change);
  const part = ({ whole, shades, highlight }: TracedPart<From>): TracedPart<To> => ({
    whole: all(whole),
    shades: shades.map(all),
    highlight: all(highlight),
  });
  const { face, neck, ears, hair, clothes, beard, lobe } = tracing;
  return {
    face: change(face),
    neck: all(neck),
    ears: part(ears),
    hair: hair && { behind: all(hair.behind), before: part(hair.before) },
    clothes: clothes.map((cloth) => ({ ...part(cloth), edges: all(cloth.edges) })),
    beard: all(beard),
    lobe,
  };
}
