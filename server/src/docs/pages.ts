import { settingsPage } from '../settings/index.ts';
import { errorPage } from './error-page.ts';
import { tagPage } from './tag-page.ts';

/** The pages that are made from code, by their file in docs/. */
export const generatedPages: Readonly<Record<string, () => string>> = {
  'settings.md': settingsPage,
  'errors.md': errorPage,
  'tags.md': tagPage,
};
