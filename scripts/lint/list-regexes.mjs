// Writes the list of regexes that are fast but take long to analyse, so that the test need not analyse them each time.
import { readFileSync, writeFileSync } from 'node:fs';
import { regexesOfTheCode, slownessOf } from './check-regexes.mjs';

const longMs = 4;
const list = new URL('checked-regexes.json', import.meta.url);

/** Each with the seconds that its analysis takes, about. */
const known = JSON.parse(readFileSync(list, 'utf8'));
const { found } = regexesOfTheCode();
const texts = new Set(found.flatMap(({ text, reason }) => (text === null || reason !== null ? [] : [text])));
const listed = {};
for (const text of [...texts].sort()) {
  listed[text] = known[text] ?? secondsOf(text);
  if (listed[text] === null) delete listed[text];
}
writeFileSync(list, `${JSON.stringify(listed, null, 2)}\n`);
process.stdout.write(`${Object.keys(listed).length} of ${texts.size} regexes take long to analyse.\n`);

/** Null if it is slow, which is printed, or quickly analysed. */
function secondsOf(text) {
  const before = process.cpuUsage();
  const slowness = slownessOf(text);
  if (slowness !== null) process.stdout.write(`${text}: ${slowness}\n`);
  const { user, system } = process.cpuUsage(before);
  const ms = (user + system) / 1_000;
  return slowness === null && ms > longMs ? Math.max(0.1, Math.round(ms / 100) / 10) : null;
}
