import { open, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../testing/index.ts';
import { type CustomModel, customModelFolder, ModelList } from './model-list.ts';

it('[SP120] race: whoever reads a model while it is replaced reads all of the old one or all of the new one', async () => {
  await using folder = await temporaryFolder('models');
  const models = new ModelList<CustomModel>('');
  const store = (language: string) =>
    models.store(folder.path, { name: 'anna', folder: '/models/anna', language });
  await store('de-DE');
  const file = join(customModelFolder(folder.path), 'anna.json');
  await using reader = await open(file);
  await store('en-GB');
  expect(JSON.parse(await reader.readFile('utf8'))).toMatchObject({ language: 'de-DE' });
  expect(models.read(folder.path, 'anna')).toMatchObject({ language: 'en-GB' });
  expect(await readdir(dirname(file))).toEqual(['anna.json']);
});
