import { writeFileSync } from 'node:fs';
import { countRun } from './tally.mjs';

/** Writes the count of a vitest run to the file that PARLEY_TALLY names. */
// biome-ignore lint/style/noDefaultExport: vitest loads a reporter by its default export
export default class TallyReporter {
  onTestRunEnd(modules, unhandledErrors) {
    writeFileSync(process.env.PARLEY_TALLY, JSON.stringify(countRun(modules, unhandledErrors)));
  }
}
