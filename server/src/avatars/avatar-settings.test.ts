import {
  type PlainSettingEntry,
  plainSettingEntries,
  secretMark,
  secretSettingEntries,
} from '@parley/protocol/avatar-settings';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestAccount, type TestAccount, type TestApp, testApp } from '../testing/app/index.ts';
import { testChange } from '../testing/index.ts';
import type { Avatar, AvatarInput } from './avatar.ts';
import { checkAvatarInput } from './avatar-input.ts';

/** A value that a setting allows and that is not its default. */
function anotherValue({ setting }: PlainSettingEntry): unknown {
  switch (setting.kind) {
    case 'name':
    case 'text':
      return 'Other';
    case 'switch':
      return !setting.default;
    case 'integer':
      return setting.minimum + 1;
    case 'choice':
      return setting.options.find(({ value }) => value !== setting.default)?.value;
    case 'address':
      return 'https://example.com/other';
    case 'origins':
      return ['https://example.com'];
    case 'pronunciations':
      return [{ word: 'Nguyen', ipa: 'ŋwiən' }];
    case 'webhook':
      throw new Error('A webhook has to be made first.');
  }
}

const integers = plainSettingEntries.flatMap(({ name, setting }) =>
  setting.kind === 'integer' ? [{ name, setting }] : [],
);
const texts = plainSettingEntries.flatMap(({ name, setting }) =>
  setting.kind === 'text' || setting.kind === 'name' ? [{ name, setting }] : [],
);

describe('every setting of the table', () => {
  let test: TestApp;
  let party: TestAccount;
  let fresh: Avatar;

  beforeAll(async () => {
    test = await testApp();
    party = await makeTestAccount(test.app, 'settings');
    fresh = await testChange(test.sql, (change) =>
      test.app.avatars.create(change, party.accountId, { name: 'Fresh' }),
    );
  });
  afterAll(() => test[Symbol.asyncDispose]());

  const update = (input: AvatarInput) =>
    testChange(test.sql, (change) =>
      test.app.avatars.update(change, { accountId: party.accountId, id: fresh.id }, input),
    );

  it.each(plainSettingEntries.filter(({ name }) => name !== 'name'))(
    '$name has the default of the table in the database',
    ({ name, setting }) => {
      expect(fresh[name]).toEqual('default' in setting ? setting.default : undefined);
    },
  );

  it.each(plainSettingEntries.filter(({ setting }) => setting.kind !== 'webhook'))(
    '$name is stored and read',
    async (entry) => {
      const value = anotherValue(entry);
      const changed = await update({ [entry.name]: value });
      expect(changed[entry.name]).toEqual(value);
      expect((await test.app.avatars.get(party.accountId, fresh.id))[entry.name]).toEqual(value);
    },
  );

  it.each(secretSettingEntries)('$name is sealed, and opened for sessions alone', async ({ name }) => {
    expect(fresh[secretMark(name)]).toBe(false);
    const changed = await update({ [name]: 'open-sesame' });
    expect(changed[secretMark(name)]).toBe(true);
    expect(JSON.stringify(changed)).not.toContain('sesame');
    expect((await test.app.avatars.withSecrets(fresh.id))?.[name]).toBe('open-sesame');
  });
});

describe('a refusal names the setting', () => {
  const refusedBy = (input: AvatarInput): unknown => {
    try {
      return checkAvatarInput(input);
    } catch (error) {
      return error;
    }
  };

  it.each(integers)('$name outside of its range', ({ name, setting }) => {
    const { minimum, maximum = 2_147_483_647, off, label } = setting;
    const wrong = [minimum - 1, maximum + 1, minimum + 0.5].filter((value) => value !== off?.value);
    for (const value of wrong) {
      expect(refusedBy({ [name]: value })).toMatchObject({
        code: 'invalid',
        field: name,
        message: expect.stringMatching(
          new RegExp(`^${label} must be a whole number .*from ${minimum} .*\\.$`),
        ),
      });
    }
    for (const value of [minimum, maximum, ...(off === undefined ? [] : [off.value])])
      expect(checkAvatarInput({ [name]: value })).toEqual({ [name]: value });
  });

  it.each(texts)('$name with too many characters', ({ name, setting }) => {
    const longest = 'x'.repeat(setting.maxLength);
    expect(checkAvatarInput({ [name]: longest })).toEqual({ [name]: longest });
    expect(refusedBy({ [name]: `${longest}x` })).toMatchObject({
      field: name,
      message: `${setting.label} must have at most ${setting.maxLength} characters.`,
    });
  });

  it('a max session duration in the words that people know', () => {
    expect(refusedBy({ maxSessionDuration: 0 })).toMatchObject({
      message: 'Max session duration must be a whole number of seconds from 1 up, or -1 for unlimited.',
    });
  });
});
