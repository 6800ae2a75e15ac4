import { settingsPage } from '../settings/index.ts';
import { avatarSettingsPage } from './avatar-settings-page.ts';
import { errorPage } from './error-page.ts';
import { tagPage } from './tag-page.ts';

/** The pages that are generated from code, by their file in docs/. */
export const generatedPages: Readonly<Record<string, () => string>> = {
  'settings.md': settingsPage,
  'avatar-settings.md': avatarSettingsPage,
  'errors.md': errorPage,
  'tags.md': tagPage,
};
