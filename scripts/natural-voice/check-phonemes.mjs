// Compares our reading of English with the Python package's, line by line.
//
//   node scripts/run.mjs scripts/natural-voice/check-phonemes.mjs VOICE_FILES LINES.jsonl [us|gb] [--show]
//
// LINES.jsonl comes from make-phonemes.py. `--show` prints the lines that differ. The last line is JSON.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadEnglishReaders } from '../../server/src/speech/natural/reading/index.ts';
import { openNet } from './open-net.mjs';

const [folder = '.', file = '', accent = 'us', show] = process.argv.slice(2);
const startedAt = performance.now();
const readers = await loadEnglishReaders({ folder, file: (name) => join(folder, name) }, { openNet });
const reader = await readers.of(accent);
const loadMs = Math.round(performance.now() - startedAt);

const lines = readFileSync(file, 'utf8').trim().split('\n');
let equal = 0;
for (const line of lines) {
  const { text, phonemes } = JSON.parse(line);
  const reading = await reader.read(text);
  if (reading.phonemes === phonemes) equal += 1;
  else if (show === '--show') console.log(`${text}\n  package ${phonemes}\n  ours    ${reading.phonemes}`);
}
const lineMs = (performance.now() - startedAt - loadMs) / lines.length;
const percent = Number(((100 * equal) / lines.length).toFixed(3));
const residentMb = Math.round(process.memoryUsage().rss / 1e6);
console.log(
  JSON.stringify({
    lines: lines.length,
    equal,
    percent,
    load_ms: loadMs,
    line_ms: Number(lineMs.toFixed(2)),
    resident_mb: residentMb,
  }),
);
