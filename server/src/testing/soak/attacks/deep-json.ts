import { strict as assert } from 'node:assert';
import { glb } from '../../../avatars/testing/glb.ts';
import type { Attack } from './attack.ts';

/** JSON that is nested deeply and then breaks off. */
const texts = ['[1,', '{"a":1,"b":', '["a",'].flatMap((level) =>
  [8_300, 9_500, 20_000].map((depth) => `${level.repeat(depth)}1`),
);
const paths = ['/client/sign', '/auth/generate-token', '/v1/accounts', '/oauth/token'];

export const deepJson: Attack = {
  name: 'JSON that is nested deeply and breaks off',
  async attempt({ url, enter, publicAvatar, hostileAccount, hostileKey, hostileAvatar, answerWith }) {
    const headers = { authorization: `Bearer ${hostileKey}`, 'content-type': 'application/json' };
    for (const text of texts) {
      for (const path of paths) {
        const answer = await fetch(url + path, { method: 'POST', headers, body: text });
        await answer.text();
      }
      const model = `/v1/accounts/${hostileAccount}/avatars/${hostileAvatar}/model`;
      const refused = await fetch(url + model, {
        method: 'PUT',
        headers,
        body: new Uint8Array(glb({ json: text })),
      });
      assert.equal(refused.status, 400, await refused.text());
      const wire = await enter(publicAvatar);
      wire.send(text);
      answerWith(`<note json='${text}'/>`);
      const ours = await enter(hostileAvatar);
      ours.ready();
      ours.say('hello');
    }
  },
};
