// Writes the list of regexes that are fast but take long to analyse, so that the test need not analyse them each time.
import { readFileSync, writeFileSync } from 'node:fs';
import { regexesOfTheCode, slownessOf } from './check-regexes.mjs';

const longMs = 20;
const list = new URL('checked-regexes.json', import.meta.url);

const known = new Set(JSON.parse(readFileSync(list, 'utf8')));
const { found } = regexesOfTheCode();
const texts = new Set(found.flatMap(({ text, reason }) => (text === null || reason !== null ? [] : [text])));
const listed = [...texts].filter((text) => {
  if (known.has(text)) return true;
  const before = process.cpuUsage();
  const slowness = slownessOf(text);
  if (slowness !== null) process.stdout.write(`${text}: ${slowness}\n`);
  const { user, system } = process.cpuUsage(before);
  return slowness === null && user + system > longMs * 1_000;
});
writeFileSync(list, `${JSON.stringify(listed.sort(), null, 2)}\n`);
process.stdout.write(`${listed.length} of ${texts.size} regexes take long to analyse.\n`);
