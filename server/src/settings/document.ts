import { settingsTable } from './table.ts';

/** docs/settings.md, generated from the table. */
export function settingsPage(): string {
  const rows = Object.entries(settingsTable).map(([name, setting]) => {
    const fallback = setting.fallback === undefined ? '' : `\`${setting.fallback}\``;
    return `| \`${name}\` | ${fallback} | ${setting.meaning}${setting.secret ? ' Never logged.' : ''} | ${setting.kind.wanted} |`;
  });
  return [
    '# Settings',
    '',
    'Settings are environment variables. All of them are optional. If some are wrong, the service does not start and lists them all.',
    '',
    '| name | default | meaning | allowed values |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

/** What was configured, for the first log line; secrets only as "set". */
export function settingsSummary(environment: Readonly<Record<string, string | undefined>>) {
  const given = Object.entries(settingsTable).filter(([name]) => (environment[name] ?? '') !== '');
  return Object.fromEntries(given.map(([name, entry]) => [name, entry.secret ? 'set' : environment[name]]));
}
