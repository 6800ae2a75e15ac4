export { settingsPage, settingsSummary } from './document.ts';
export { baseUrlOf, type Environment, parseSettings, type Settings, SettingsError } from './parse.ts';
