import { type Avatar, avatarChangeFields } from '@parley/protocol/management';
import { describe, expect, test } from 'vitest';
import { bodyOfAvatar, entryOfAvatar } from './avatar-entry.ts';
import { placeholders, written } from './placeholders.ts';

describe('an avatar of a set-up file', () => {
  test('sets every setting, so that settings that the file omits go back to their defaults', () => {
    const { webhookId: _, ...settings } = avatarChangeFields;
    expect(Object.keys(bodyOfAvatar({ name: 'Ada' })).sort()).toEqual(Object.keys(settings).sort());
  });

  test('a voice that the file omits, or parts of it, go back to the defaults', () => {
    expect(bodyOfAvatar({ name: 'Ada' }).voice).toEqual({
      provider: 'built-in',
      voice: '',
      rate: 1,
      pitch: 1,
      key: null,
    });
    expect(bodyOfAvatar({ name: 'Ada', voice: 'openai:alloy' }).voice).toEqual({
      provider: 'openai',
      voice: 'alloy',
      url: '',
      model: '',
      rate: 1,
      key: null,
    });
  });

  test('hearing without a server removes the server', () => {
    expect(bodyOfAvatar({ name: 'Ada', hearing: { language: 'en-GB' } }).hearing).toEqual({
      recogniser: 'built-in',
      language: 'en-GB',
      server: null,
    });
  });

  test.each([
    [{ provider: 'built-in', voice: '', rate: 1, pitch: 1, hasKey: false }, undefined],
    [
      { provider: 'built-in', voice: '', rate: 1, pitch: 1.2, hasKey: false },
      { provider: 'built-in', pitch: 1.2 },
    ],
    [
      { provider: 'built-in', voice: 'slt', rate: 1, pitch: 1, hasKey: false },
      { provider: 'built-in', voice: 'slt' },
    ],
    [
      { provider: 'device', voice: '', language: '', rate: 1, pitch: 1, hasKey: false },
      { provider: 'device' },
    ],
    [
      { provider: 'azure', region: 'westeurope', url: '', voice: 'Jenny', rate: 1, pitch: 1, hasKey: true },
      // biome-ignore lint/suspicious/noTemplateCurlyInString: placeholders look like this
      { provider: 'azure', voice: 'Jenny', region: 'westeurope', key: '${PARLEY_AVATAR_ADA_VOICE_KEY}' },
    ],
  ] as const)('the voice %j is exported as %j', (voice, entry) => {
    const hearing = { recogniser: 'built-in', language: 'en', server: null };
    const avatar = { ...bodyOfAvatar({ name: 'Ada' }), voice, hearing } as unknown as Avatar;
    const exported = written(entryOfAvatar(avatar, null, placeholders()));
    expect(exported).toEqual({ name: 'Ada', ...(entry === undefined ? {} : { voice: entry }) });
  });
});
