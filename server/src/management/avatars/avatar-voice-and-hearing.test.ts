import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestAccount, type TestAccount, type TestApp, testApp } from '../../testing/app/index.ts';
import { testChange } from '../../testing/index.ts';

describe('the voice, hearing and look of an avatar', () => {
  let test: TestApp;
  let ours: TestAccount;
  let theirs: TestAccount;
  beforeAll(async () => {
    test = await testApp();
    ours = await makeTestAccount(test.app, 'ours');
    theirs = await makeTestAccount(test.app, 'theirs');
  });
  afterAll(() => test[Symbol.asyncDispose]());

  const pathOf = ({ accountId, avatarId }: Pick<TestAccount, 'accountId' | 'avatarId'>) =>
    `/v1/accounts/${accountId}/avatars/${avatarId}`;
  const change = async (body: object, at: Pick<TestAccount, 'accountId' | 'avatarId'> = ours) =>
    await test.operate({ method: 'PATCH', url: pathOf(at), body });
  const read = async (at: TestAccount) => (await test.operate({ url: pathOf(at) })).body;
  const openai = {
    provider: 'openai',
    voice: 'alloy',
    url: 'https://voice.example.com/v1',
    key: 'voice-secret',
  };
  const server = { url: 'https://ears.example.com/v1', key: 'ear-secret' };

  it('keys are sealed and never shown, neither to the management API nor to pages', async () => {
    const changed = await change({
      voice: openai,
      hearing: { recogniser: 'server', language: 'de', server },
    });
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({
      voice: { voice: 'alloy', hasKey: true },
      hearing: { recogniser: 'server', language: 'de', server: { url: server.url, hasKey: true } },
    });
    const page = await test.send({ url: `/client/avatars/${ours.avatarId}` });
    expect(page.body).toMatchObject({ hearing: { recogniser: 'server', language: 'de' } });
    const joined = await test.send({
      method: 'POST',
      url: '/client/authenticate',
      headers: { 'content-type': 'application/json' },
      body: { avatarId: String(ours.avatarId) },
    });
    expect(joined.body).toMatchObject({
      avatar: { voice: { provider: 'openai' }, hearing: { recogniser: 'server', language: 'de' } },
    });
    const [row] = await test.sql<{ text: string }[]>`
      select t::text as text from avatars t where id = ${ours.avatarId}`;
    for (const text of [changed.text, page.text, joined.text, row?.text])
      expect(text).not.toContain('secret');
    for (const text of [page.text, joined.text]) expect(text).not.toMatch(/ears\.example|voice\.example/);
    const withSecrets = await test.app.avatars.withSecrets(ours.avatarId);
    expect(withSecrets).toMatchObject({ voiceKey: 'voice-secret', hearingKey: 'ear-secret' });
  });

  it('[SP116] the voice of the face is stored as one that older processes know, and a chosen one as it is', async () => {
    const stored = async () => {
      const [row] = await test.sql`select voice from avatars where id = ${theirs.avatarId}`;
      return row?.voice;
    };
    const chosen = { provider: 'built-in', voice: 'slt', rate: 1, pitch: 1 };
    expect((await change({ voice: 'built-in:slt' }, theirs)).body).toMatchObject({ voice: { voice: 'slt' } });
    expect(await stored()).toEqual(chosen);
    expect((await change({ voice: 'built-in:' }, theirs)).body).toMatchObject({ voice: { voice: '' } });
    expect(await stored()).toEqual({ ...chosen, followsFace: true });
    expect((await change({ voice: { rate: 1.5 } }, theirs)).body).toMatchObject({ voice: { voice: '' } });
    await change({ voice: { rate: 1 } }, theirs);
  });

  it('a whole look is stored and sent to pages', async () => {
    const look = {
      age: 40,
      skin: { colour: '#e3b092', freckles: 0, blush: 0.4 },
      face: { width: 0, jaw: 0, chin: 0, cheeks: 0, build: 0 },
      eyes: { colour: '#5b4630', shape: 'almond', size: 0, spacing: 0, lashes: 0.3 },
      brows: { colour: '#3d2a1e', thickness: 0, arch: 0 },
      nose: { width: 0, length: 0, bridge: 0, tip: 0 },
      lips: { colour: '#c2746a', fullness: 0, width: 0 },
      hair: { style: 'short', colour: '#4a3222' },
      facialHair: { style: 'none', colour: '#4a3222' },
      glasses: { style: 'none', colour: '#2b2b2f' },
      clothes: { kind: 'crew', colour: '#3c5a78', second: '#f3efe7' },
      earrings: false,
      background: { top: '#dfe7ec', bottom: '#b4c3cd' },
    };
    expect((await change({ look })).body).toMatchObject({ look });
    expect((await test.send({ url: `/client/avatars/${ours.avatarId}` })).body).toMatchObject({ look });
    expect((await change({ look: 'leo' })).body).toMatchObject({ look: 'leo' });
  });

  it.each<[object, string]>([
    [{ voice: 'nobody:x' }, 'no voice provider'],
    [{ voice: 7 }, 'voice'],
    [{ endpoint: 'https://agent.example.com/' }, 'endpoint is not a field of this call.'],
    [{ voice: { provider: 'built-in', colour: 'red' } }, 'voice'],
    [{ voice: { rate: 9 } }, 'rate'],
    [{ voice: { ...openai, url: 'http://169.254.169.254/latest' } }, '169.254.169.254'],
    [{ voice: { ...openai, key: 'two words' } }, 'voice key'],
    [{ voice: { provider: 'elevenlabs', voice: 'id' } }, 'needs a key'],
    [{ hearing: { recogniser: 'ear' } }, 'recogniser'],
    [{ hearing: { recogniser: 'own:missing' } }, 'There is no own recogniser "missing" on this machine.'],
    [{ hearing: { recogniser: 'own:../x' } }, 'The recogniser must be one of'],
    [{ hearing: { server: { url: 'http://10.0.0.1/' } } }, '10.0.0.1'],
    [{ hearing: { language: 'x'.repeat(40) } }, 'is not a language'],
    [{ hearing: 'browser' }, 'hearing'],
    [{ look: 'nobody' }, 'Choose from: mara'],
    [{ look: { age: 3 } }, 'age must be a number from 18 to 90'],
    [{ look: null }, 'look'],
  ])('refuses %j and changes nothing', async (body, complaint) => {
    const before = await read(theirs);
    const { status, body: answer } = await change(body, theirs);
    expect(status).toBe(400);
    expect((answer as { error: { message: string } }).error.message).toContain(complaint);
    expect(await read(theirs)).toEqual(before);
  });

  it('one account changes nothing of another’s avatar', async () => {
    const { status } = await change(
      { voice: 'built-in:rms' },
      { accountId: ours.accountId, avatarId: theirs.avatarId },
    );
    expect(status).toBe(404);
    expect(await read(theirs)).toMatchObject({ voice: { voice: '' } });
  });

  it('a deleted avatar forgets its keys', async () => {
    const { avatars } = test.app;
    const { id } = await testChange(test.sql, (change) =>
      avatars.create(change, ours.accountId, { name: 'Gone', voice: openai }),
    );
    await testChange(test.sql, (change) => avatars.remove(change, { accountId: ours.accountId, id }));
    const [row] = await test.sql`select voice_key_sealed, voice from avatars where id = ${id}`;
    expect(row).toMatchObject({ voice_key_sealed: null, voice: { provider: 'built-in' } });
  });
});
