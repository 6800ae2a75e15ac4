import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../testing/app/index.ts';
import { PlantedWords } from '../testing/index.ts';
import { type OauthScene, oauthScene, type Tokens } from './testing/oauth-scene.ts';

describe('secrets of partners', () => {
  let scene: OauthScene;
  const planted = new PlantedWords();
  const word = (about: string) => planted.word(about);
  const errors: string[] = [];
  beforeAll(async () => {
    scene = await oauthScene();
    planted.keep('client secret', scene.partner.secret);
    planted.keep('webhook secret', scene.partner.webhookSecret);
  });
  afterAll(() => scene[Symbol.asyncDispose]());

  const fail = async (answering: Promise<Answer>) => {
    const answer = await answering;
    expect(answer.status).toBeGreaterThanOrEqual(400);
    errors.push(answer.text, JSON.stringify(answer.headers));
  };
  const expectNoLeaks = async () => {
    const { test, sql } = scene;
    expect(planted.in(test.logged.map((line) => JSON.stringify(line))), 'in the log, at any level').toEqual(
      [],
    );
    expect(planted.in([(await test.operate({ url: '/metrics' })).text]), 'in the metrics').toEqual([]);
    const audit = await sql<{ row: string }[]>`select audit_log::text as row from audit_log`;
    expect(planted.in(audit.map(({ row }) => row)), 'in the audit log').toEqual([]);
    expect(planted.in(errors), 'in an error').toEqual([]);
  };

  it('[OA40] stay out of log, metrics, audit log and errors through the whole cycle', async () => {
    const browser = scene.openBrowser();
    const state = word('state');
    const { code, verifier } = await scene.connect(scene.partner, scene.owner, { state }, browser);
    planted.keep('code', code);
    planted.keep('verifier', verifier);
    const first = (await scene.exchange(scene.partner, { code, verifier })).body as Tokens;
    const second = (await scene.refresh(scene.partner, first.refresh_token)).body as Tokens;
    for (const tokens of [first, second]) {
      planted.keep('access token', tokens.access_token);
      planted.keep('refresh token', tokens.refresh_token);
      expect((await scene.avatars(tokens.access_token)).status).toBe(200);
    }
    const waiting = await scene.begin(
      browser,
      scene.authorizeUrl(scene.partner, { code_challenge: 'z'.repeat(43), state }),
    );
    planted.keep('id of a request for consent', waiting);
    for (const { name, value } of browser.jar.all)
      if (name === 'parley.consent') planted.keep('cookie', value);
    await browser.read(waiting);
    await expectNoLeaks();
    await fail(scene.refresh(scene.partner, first.refresh_token));
    await fail(scene.exchange(scene.partner, { code, verifier }));
    await fail(scene.avatars(second.access_token));
    await fail(
      scene.exchange({ id: scene.partner.id, secret: scene.partner.webhookSecret }, { code, verifier }),
    );
    await fail(browser.visit(`/oauth/authorize/${word('id of a request')}`));
    await expectNoLeaks();
  });

  it('[OA40] stay out of them when requests are wrong', async () => {
    const { partner } = scene;
    await fail(
      scene.exchange(
        { id: partner.id, secret: word('wrong secret') },
        { code: word('code'), verifier: word('verifier') },
      ),
    );
    await fail(
      scene.exchange(
        { id: word('client id'), secret: partner.secret },
        { code: word('code'), verifier: word('verifier') },
      ),
    );
    await fail(scene.exchange(partner, { code: word('code'), verifier: word('verifier') }));
    await fail(scene.refresh(partner, word('refresh token')));
    await fail(scene.post('/oauth/token', partner, { grant_type: word('grant type') }));
    await fail(scene.post('/oauth/revoke', partner, { token_type_hint: word('hint') }));
    await fail(scene.avatars(word('bearer')));
    await fail(
      scene.test.send({
        url: scene.authorizeUrl({ ...partner, id: word('client') }, { state: word('state') }),
      }),
    );
    await fail(
      scene.test.send({
        url: scene.authorizeUrl(partner, { redirect_uri: `https://${word('host')}.example/` }),
      }),
    );
    await expectNoLeaks();
  });

  it('[OA40] stay out of them when the database fails', async () => {
    const { code, verifier } = await scene.connect(scene.partner, scene.owner, { state: word('state') });
    planted.keep('code', code);
    planted.keep('verifier', verifier);
    await scene.sql`alter table oauth_items add constraint refuse_all check (kind <> 'AccessToken') not valid`;
    await fail(scene.exchange(scene.partner, { code, verifier }));
    await scene.sql`alter table oauth_items drop constraint refuse_all`;
    const failures = scene.test.logged.filter(({ level }) => level === 'error');
    expect(failures).toMatchObject([{ msg: 'an OAuth request failed', err: { code: '23514' } }]);
    await expectNoLeaks();
  });

  it('would be noticed', () => {
    expect(planted.in([`{"text":"${scene.partner.secret}"}`])).toEqual(['client secret']);
  });
});
