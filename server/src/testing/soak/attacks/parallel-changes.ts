import { strict as assert } from 'node:assert';
import type { Attack } from './attack.ts';

const changes = 60;

export const parallelChanges: Attack = {
  name: 'many changes of one key at the same time',
  async attempt({ call, hostileAccount }) {
    const keys = `/v1/accounts/${hostileAccount}/keys`;
    const { text } = await call('POST', keys, { name: 'x', permissions: ['read_avatars'] });
    const { id } = JSON.parse(text) as { id: string };
    const answers = await Promise.all(
      Array.from({ length: changes }, (_, index) =>
        call('PATCH', `${keys}/${id}`, { name: `name ${index}` }),
      ),
    );
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
  },
};
