import { expect, it } from 'vitest';
import { firstValues, replayBody } from './replay-body.ts';

it('asks for one session or the newest of an avatar, and leaves out what is empty or of the other kind', () => {
  const endpoint = { ...firstValues, endpointUrl: ' https://new.example.com/ ', modelName: 'unused' };
  expect(replayBody(endpoint, { session: 'ses_1' }, 0)).toEqual({
    sessions: ['ses_1'],
    endpointUrl: 'https://new.example.com/',
    keepUserIds: false,
  });
  const model = { ...firstValues, kind: 'model' as const, modelName: 'small', days: '1', keepUserIds: true };
  expect(replayBody(model, { avatar: { id: '1001', name: 'Ada' } }, 100_000_000)).toEqual({
    avatar: '1001',
    since: 13_600_000,
    limit: 200,
    modelName: 'small',
    keepUserIds: true,
  });
});
