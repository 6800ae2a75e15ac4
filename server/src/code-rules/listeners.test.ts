import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Events that carry what others have sent. */
const events = 'message|ping|pong|upgrade|connect|clientError|checkContinue|checkExpectation';
const listener = new RegExp(
  `\\.(?:on|once|addListener)\\(\\s*'(?:${events})',\\s*(\\(|async\\b|[\\w.#]+\\(?)`,
  'g',
);

/** Listeners that do one thing which cannot fail, or that run in a thread or process of their own. */
const harmless: Readonly<Record<string, string>> = {
  'avatars/uploaded-model/run-check.ts': 'resolves a promise',
  'custom-models/model-process.ts': 'resolves a promise',
  'custom-models/program/serve-model.ts': 'is a process, which reports its own errors',
  'sign-in/passwords/hash-worker.ts': 'is a thread, whose error reaches those who wait for it',
  'sign-in/passwords/hashing-thread.ts': 'resolves a promise',
  'speech/pool/serve-units.ts': 'is a thread, whose error reaches its pool',
  'speech/providers/azure-connections.ts': 'ends the socket',
};

const isOwn = (file: string): boolean =>
  !/\.(?:test|contract)\.ts$/.test(file) && !/(?:^|\/)testing\//.test(file) && !file.startsWith('cli/');

it('[HT11] [LV82] every listener for what others send contains its failures', () => {
  const open: string[] = [];
  let found = 0;
  for (const file of globSync('**/*.ts', { cwd: root }).map(String).filter(isOwn)) {
    const text = readFileSync(join(root, file), 'utf8');
    for (const [whole, name = ''] of text.matchAll(listener)) {
      found += 1;
      const isContained = name === 'contained(' || text.includes(`const ${name} = contained(`);
      if (!isContained && !(file in harmless)) open.push(`${file}: ${whole}`);
    }
  }
  expect(open).toEqual([]);
  expect(found).toBeGreaterThan(10);
});
