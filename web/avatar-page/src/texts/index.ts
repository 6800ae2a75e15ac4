import type { PluralForms } from '../../../text-templates.ts';
import english from './english.json' with { type: 'json' };

type ByCode = Readonly<Partial<Record<string, string>>>;
type CodedTexts = 'ended' | 'notDownloaded' | 'refused' | 'refusedInFrame';

/** Every text of the page. The other languages have the same keys. */
export type Texts = Omit<typeof english, CodedTexts | 'stars'> &
  Readonly<Record<CodedTexts, ByCode>> & { readonly stars: PluralForms };

/** English is part of the page. Other languages are loaded when needed. */
const others: Readonly<Record<string, () => Promise<{ default: Texts }>>> = {
  ar: () => import('./arabic.json', { with: { type: 'json' } }),
  de: () => import('./german.json', { with: { type: 'json' } }),
  es: () => import('./spanish.json', { with: { type: 'json' } }),
  fr: () => import('./french.json', { with: { type: 'json' } }),
  ja: () => import('./japanese.json', { with: { type: 'json' } }),
  pt: () => import('./portuguese.json', { with: { type: 'json' } }),
};
const rightToLeft = ['ar'];

/** The texts of the chosen language. */
export let texts: Texts = english;

/** The first of these languages that the page has, such as `de` for `de-AT`. English if it has none of them. */
export function languageOf(wanted: readonly string[]): string {
  return wanted.map(baseOf).find(hasTexts) ?? 'en';
}

const baseOf = (tag: string): string => tag.toLowerCase().split(/[-_]/, 1)[0] ?? '';
const hasTexts = (base: string): boolean => base === 'en' || Object.hasOwn(others, base);

/**
 * The language for an avatar's page. An avatar with a language of its own has its page in one of its languages; an
 * English one in the visitor's. A language in the page's address comes first.
 */
export function pageLanguage(
  locale: string | undefined,
  visitors: readonly string[],
  avatars: readonly string[] | null,
): string {
  const first = locale === undefined ? [] : [locale];
  if (avatars === null || avatars.join() === 'en') return languageOf([...first, ...visitors]);
  const both = visitors.filter((tag) => avatars.includes(baseOf(tag)));
  return languageOf([...first, ...both.slice(0, 1), ...avatars.slice(0, 1)]);
}

/** Sets the page's language: texts, direction, and the language for screen readers. */
export async function chooseLanguage(language: string, page: Document): Promise<void> {
  texts = (await others[language]?.().catch(() => null))?.default ?? english;
  const isShown = texts === english ? 'en' : language;
  page.documentElement.lang = isShown;
  page.documentElement.dir = rightToLeft.includes(isShown) ? 'rtl' : 'ltr';
  for (const element of page.querySelectorAll<HTMLElement>('[data-text]'))
    element.textContent = plainText(element.dataset.text);
  for (const element of page.querySelectorAll<HTMLElement>('[data-label]'))
    element.setAttribute('aria-label', plainText(element.dataset.label));
  for (const element of page.querySelectorAll<HTMLInputElement>('[data-placeholder]'))
    element.placeholder = plainText(element.dataset.placeholder);
}

function plainText(name = ''): string {
  const text: unknown = texts[name as keyof Texts];
  return typeof text === 'string' ? text : '';
}
