import { settingsPage } from '../settings/index.ts';
import { avatarSettingsPage } from './avatar-settings-page.ts';
import { errorPage } from './error-page.ts';
import { pythonErrors, pythonEvents } from './python-types.ts';
import { sdkPage } from './sdk-page.ts';
import { tagPage } from './tag-page.ts';

const python = 'clients/python/src/parley_server';

/** The pages and sources that are generated from code, by their file. */
export const generatedFiles: Readonly<Record<string, () => string>> = {
  'docs/settings.md': settingsPage,
  'docs/avatar-settings.md': avatarSettingsPage,
  'docs/errors.md': errorPage,
  'docs/tags.md': tagPage,
  'docs/sdk.md': sdkPage,
  [`${python}/webhooks/event_types.py`]: pythonEvents,
  [`${python}/api/errors.py`]: pythonErrors,
};
