import { expect, it } from 'vitest';
import { attackService } from './attack-service.ts';
import { attacks } from './index.ts';

it('after each known attack another account is served, and the service stops as usual', async () => {
  const { results } = await attackService(attacks);
  expect(results.map(({ attack }) => attack)).toEqual(attacks.map(({ name }) => name));
});
