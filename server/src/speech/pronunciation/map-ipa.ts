import { normalized } from '@parley/protocol/wire';

/** Signs by what they stand for. If one sign begins with another, the longer one is first. */
export type SignTable = readonly (readonly [sign: string, value: string])[];
export type MappedSign = { readonly value: string; readonly stress: '' | 'ˈ' | 'ˌ' };

/** More is no word. */
const longestIpa = 1_000;

/** The longest signs first, in the form in which texts are compared. */
export const signTable = (...signs: readonly Readonly<Record<string, string>>[]): SignTable =>
  Object.entries(Object.assign({}, ...signs) as Record<string, string>)
    .map(([sign, value]) => [normalized(sign, 'NFD'), value] as const)
    .sort(([left], [right]) => right.length - left.length);

/**
 * Translates sounds sign by sign. A stress is reported with the first sound after it. Signs that the table does not
 * have are left out.
 */
export function mapIpa(ipa: string, table: SignTable): MappedSign[] {
  const found: MappedSign[] = [];
  let stress: MappedSign['stress'] = '';
  const text = normalized(ipa.slice(0, longestIpa), 'NFD').replaceAll(/[\u035c\u0361]/g, '');
  for (let at = 0; at < text.length; ) {
    const mark = text.charAt(at);
    if (mark === 'ˈ' || mark === 'ˌ') stress = mark;
    const [sign = '', value = ''] = table.find(([signs]) => text.startsWith(signs, at)) ?? [];
    if (value !== '') {
      found.push({ value, stress });
      stress = '';
    }
    at += Math.max(1, sign.length);
  }
  return found;
}
