// Prints the sample of lines that the tests read: text, the package's phonemes, and the answers of the net.
//
//   node scripts/run.mjs scripts/natural-voice/make-fixture.mjs VOICE_FILES LINES.jsonl [us|gb]

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadEnglishReaders } from '../../server/src/speech/natural/reading/index.ts';
import { openNet } from './open-net.mjs';

const [folder = '.', file = '', accent = 'us'] = process.argv.slice(2);
const net = {};
const recordingNet = async (path) => {
  const run = await openNet(path);
  return async (letters) => {
    const answer = await run(letters);
    net[letters.join(' ')] = answer.join(' ');
    return answer;
  };
};
const readers = await loadEnglishReaders(
  { folder, file: (name) => join(folder, name) },
  { openNet: recordingNet },
);
const reader = await readers.of(accent);
const lines = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));
for (const { text } of lines) await reader.read(text);
const rows = (entries) => entries.map((entry) => `    ${entry}`).join(',\n');
const lineRows = rows(lines.map(({ text, phonemes }) => JSON.stringify([text, phonemes])));
const netRows = rows(
  Object.entries(net).map(([letters, answer]) => `${JSON.stringify(letters)}: ${JSON.stringify(answer)}`),
);
console.log(`{\n  "lines": [\n${lineRows}\n  ],\n  "net": {\n${netRows}\n  }\n}`);
