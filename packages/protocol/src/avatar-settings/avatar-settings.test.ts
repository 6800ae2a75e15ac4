import { describe, expect, it } from 'vitest';
import { columnOf, flagOf, settingEntries } from './entries.ts';
import { avatarSettingSections } from './sections.ts';
import { avatarSettings } from './table.ts';
import { settingText } from './texts.ts';

const entryOf = (wanted: string) => {
  const found = settingEntries.find(({ name }) => name === wanted);
  if (found === undefined) throw new Error(`There is no setting ${wanted}.`);
  return found;
};

describe('the table of avatar settings', () => {
  it.each([
    ['embedOrigins', 'embed_origins', 'embed_origins', 'embed-origins'],
    ['endpointUrl', 'endpoint_url', 'endpoint', 'endpoint'],
    ['endpointKey', 'endpoint_key_sealed', 'endpoint_key', 'endpoint-key'],
    ['webhookId', 'webhook_id', 'webhook', 'webhook'],
    ['fillerAfterMs', 'filler_after_ms', 'filler_after_ms', 'filler-after-ms'],
  ])('gives %s its column, API field and flag', (name, column, apiName, flag) => {
    const entry = entryOf(name);
    expect([columnOf(entry), entry.apiName, flagOf(entry)]).toEqual([column, apiName, flag]);
  });

  it.each(settingEntries)('explains $name in whole sentences', ({ setting }) => {
    expect(setting.label).toMatch(/^[A-Z][^.]*$/);
    expect(setting.meaning).toMatch(/^[A-Z].*[.”"]$/);
  });

  it('has one name, column and flag for each setting', () => {
    for (const names of [settingEntries.map(({ apiName }) => apiName), settingEntries.map(columnOf)])
      expect(new Set(names).size).toBe(settingEntries.length);
  });

  it('names the address that each secret is sent to', () => {
    for (const { setting } of settingEntries)
      if (setting.kind === 'secret') expect(entryOf(setting.sentTo).setting.kind).toBe('address');
  });

  it('keeps the settings of a section together, in the order of the sections', () => {
    const order = Object.keys(avatarSettingSections);
    const places = settingEntries.map(({ setting }) => order.indexOf(setting.section));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  it('says which values a setting takes, in the words of each interface', () => {
    expect(settingText(avatarSettings.maxSessions, '"none"')).toMatch(
      /^How many visitors .+ A whole number from 1 to 1000000, or "none" for unlimited\.$/,
    );
    expect(settingText(avatarSettings.idleTimeout, 'null')).toBe(
      'A session ends after this time without a message. Whole seconds from 1 to 86400, or 0 for never.',
    );
    expect(settingText(avatarSettings.brain, 'empty')).toBe(
      'What answers the messages of visitors. One of: endpoint, model.',
    );
  });
});
