import { checkPronunciations, type Pronunciation } from '@parley/protocol/pronunciations';
import { invalid } from '../errors/refusal.ts';

/** A list in its stored form. Refuses a list with a mistake, and names the word. */
export function storedPronunciations(list: readonly Pronunciation[]): readonly Pronunciation[] {
  const checked = checkPronunciations(list);
  if (checked.ok) return checked.list;
  throw invalid(checked.message, 'pronunciations');
}
