import { strict as assert } from 'node:assert';
import { unknownKey } from '../../../keys/testing/unknown-key.ts';
import type { Attack } from './attack.ts';

const requests = 700;
const atOnce = 50;

/** How many answers of many requests have which status. */
async function statusesOf(send: (index: number) => Promise<Response>): Promise<Map<number, number>> {
  const counts = new Map<number, number>();
  for (let begin = 0; begin < requests; begin += atOnce) {
    const answers = await Promise.all(Array.from({ length: atOnce }, (_, i) => send(begin + i)));
    for (const answer of answers) {
      await answer.arrayBuffer();
      counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1);
    }
  }
  return counts;
}

export const guesses: Attack = {
  name: 'guessed keys and avatars',
  async attempt({ url, privateAvatar }) {
    // First, because the guesses use up the limit of this source.
    const about = await fetch(`${url}/client/avatars/${privateAvatar}`);
    const told = Object.entries((await about.json()) as Record<string, unknown>);
    const names = told.filter(([, value]) => value !== null).map(([name]) => name);
    assert.deepEqual(names.sort(), ['id', 'private', 'refusal']);
    const keys = await statusesOf(() => fetch(`${url}/avatars`, { headers: { 'x-api-key': unknownKey() } }));
    assert.deepEqual([...keys.keys()].sort(), [401, 429]);
    for (const path of ['/client/avatars', '/avatar']) {
      const avatars = await statusesOf((index) => fetch(`${url}${path}/${700_000_000 + index}`));
      assert.ok([...avatars.keys()].every((status) => status === 404 || status === 429));
    }
  },
};
