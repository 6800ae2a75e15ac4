import { spellSign } from '../letters.ts';
import forms from './written-forms.json' with { type: 'json' };

export type WrittenForm = { readonly kind: string; readonly written: string; readonly spoken: string };

/** What businesses write, and how people say it. In the spoken form "G-D-P-R" and "C" are names of letters. */
export const writtenForms: readonly WrittenForm[] = Object.entries(forms).flatMap(([kind, pairs]) =>
  pairs.map(([written = '', spoken = '']) => ({ kind, written, spoken })),
);

/** A spoken form with the letters as the readers expect them. "I" alone is a word. */
export function spokenForm(spoken: string): string {
  return spoken.replaceAll(
    /(?<![\p{L}'[-])(?:[A-HJ-Z]|[A-Z](?:-[A-Z])+)(?=(?:'s)?(?![\p{L}'-]))/gu,
    (letters) => spellSign + letters.replaceAll('-', '').toLowerCase(),
  );
}
