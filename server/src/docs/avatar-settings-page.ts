import {
  type AvatarSetting,
  avatarSettingSections,
  flagOf,
  type SettingEntry,
  settingEntries,
  settingText,
} from '@parley/protocol/avatar-settings';

const tabs = { general: 'General', brain: 'Brain', advanced: 'Advanced' };

/** docs/avatar-settings.md, generated from the table of avatar settings. */
export function avatarSettingsPage(): string {
  return [
    '# Avatar settings',
    '',
    'Every setting is a field on the avatar’s pages in the dashboard, a flag of `parley avatar create` and `parley avatar update`,',
    'and a field of the calls `avatars.create` and `avatars.update` of the management API.',
    'Keys are stored encrypted and never shown; `has…` says whether one is set.',
    '',
    ...Object.entries(avatarSettingSections).flatMap(([name, { tab, title }]) => [
      `## ${title}`,
      '',
      `On the tab ${tabs[tab]}.`,
      '',
      '| field | flag | default | meaning |',
      '|---|---|---|---|',
      ...settingEntries.filter(({ setting }) => setting.section === name).map(row),
      '',
    ]),
  ].join('\n');
}

function row(entry: SettingEntry): string {
  const { setting } = entry;
  const meaning = [
    settingText(setting, 'null'),
    ...(setting.isPublic ? ['The avatar’s page can read this setting.'] : []),
    ...(setting.kind === 'own' ? [`See [${setting.docs}](${setting.docs}).`] : []),
  ].join(' ');
  return `| ${setting.label} | \`--${flagOf(entry)}\` | ${defaultText(setting)} | ${meaning} |`;
}

function defaultText(setting: AvatarSetting): string {
  if (!('default' in setting) || setting.default === '') return '';
  if (setting.kind === 'switch') return setting.default ? 'on' : 'off';
  if (setting.kind === 'integer' && setting.default === setting.off?.value) return setting.off.means;
  return setting.default === null || Array.isArray(setting.default) ? 'none' : String(setting.default);
}
