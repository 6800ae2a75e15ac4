export { commandPrefix } from './command-prefix.ts';
export { settingsPage, settingsSummary } from './document.ts';
export { type Role, roles } from './kinds.ts';
export {
  baseUrlOf,
  type Environment,
  isLoopback,
  parseSettings,
  type Settings,
  SettingsError,
} from './parse.ts';
