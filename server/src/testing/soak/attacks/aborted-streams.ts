import { strict as assert } from 'node:assert';
import type { Attack } from './attack.ts';

const requests = 300;

export const abortedStreams: Attack = {
  name: 'live streams that are aborted at once',
  async attempt({ url, hostileAccount, hostileKey }) {
    const path = `${url}/v1/accounts/${hostileAccount}/sessions/stream`;
    const open = (signal: AbortSignal) =>
      fetch(path, { headers: { authorization: `Bearer ${hostileKey}` }, signal });
    for (let i = 0; i < requests; i++) {
      const over = new AbortController();
      const answer = open(over.signal).catch(() => null);
      await new Promise((resolve) => setTimeout(resolve, i % 8));
      over.abort();
      await answer;
    }
    const over = new AbortController();
    assert.equal((await open(over.signal)).status, 200);
    over.abort();
  },
};
