// The phonemes of the model: one character for each sound. `A I O W Y` are the diphthongs of "day, eye, so, how, boy".

export const primaryStress = 'ˈ';
export const secondaryStress = 'ˌ';
export const vowels: ReadonlySet<string> = new Set('AIOQWYaiuæɑɒɔəɛɜɪʊʌᵻ');
export const consonants: ReadonlySet<string> = new Set('bdfhjklmnpstvwzðŋɡɹɾʃʒʤʧθ');
/** Marks that the model reads as pauses or melody. */
export const pauseMarks: ReadonlySet<string> = new Set(';:,.!?—…');
export const spokenMarks: ReadonlySet<string> = new Set(';:,.!?—…"“”');

const longSounds: ReadonlySet<string> = new Set('AIOQWYʤʧ');

/** How long a pronunciation is, to compare the parts of a compound. */
export function lengthOf(phonemes: string): number {
  let length = 0;
  for (const sound of phonemes) length += longSounds.has(sound) ? 2 : 1;
  return length;
}

/**
 * Gives a pronunciation more or less stress: 2 is full stress where there was none, 1 and 0.5 lighter ones, -0.5 and 0 turn the main
 * stress into a side stress, and -2 takes all stress away.
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
