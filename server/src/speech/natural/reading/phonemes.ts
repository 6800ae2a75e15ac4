// The phonemes of the model: one character for each sound. `A I O W Y` are the diphthongs of "day, eye, so, how, boy".

export const primaryStress = 'ˈ';
export const secondaryStress = 'ˌ';
export const vowels: ReadonlySet<string> = new Set('AIOQWYaiuæɑɒɔəɛɜɪʊʌᵻ');
export const consonants: ReadonlySet<string> = new Set('bdfhjklmnpstvwzðŋɡɹɾʃʒʤʧθ');
/** Marks that the model reads as pauses or melody. */
export const pauseMarks: ReadonlySet<string> = new Set(';:,.!?—…');
export const spokenMarks: ReadonlySet<string> = new Set(';:,.!?—…"“”');

const longSounds: ReadonlySet<string> = new Set('AIOQWYʤʧ');

/** The length of a pronunciation, to compare the parts of a compound. */
export function lengthOf(phonemes: string): number {
  let length = 0;
  for (const sound of phonemes) length += longSounds.has(sound) ? 2 : 1;
  return length;
}

/**
 * Gives a pronunciation more or less stress: 2 adds full stress if there was none, 1 and 0.5 add a lighter one, -0.5
 * and 0 turn the primary stress into a secondary one, and -2 removes all stress.
 */
export function withStress(phonemes: string, stress: number | null): string {
  if (stress === null) return phonemes;
  const hasPrimary = phonemes.includes(primaryStress);
  const hasSecondary = phonemes.includes(secondaryStress);
  if (stress < -1) return phonemes.replaceAll(primaryStress, '').replaceAll(secondaryStress, '');
  if (stress === -1 || ((stress === 0 || stress === -0.5) && hasPrimary)) {
    return phonemes.replaceAll(secondaryStress, '').replaceAll(primaryStress, secondaryStress);
  }
  if (!hasPrimary && !hasSecondary && stress >= 0) {
    return [...phonemes].some((sound) => vowels.has(sound))
      ? stressFirstVowel(phonemes, stress > 1 ? primaryStress : secondaryStress)
      : phonemes;
  }
  if (stress >= 1 && !hasPrimary && hasSecondary) return phonemes.replaceAll(secondaryStress, primaryStress);
  return phonemes;
}

function stressFirstVowel(phonemes: string, mark: string): string {
  const sounds = [...phonemes];
  const at = sounds.findIndex((sound) => vowels.has(sound));
  return [...sounds.slice(0, at), mark, ...sounds.slice(at)].join('');
}
