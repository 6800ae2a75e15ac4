/** The result if vitest ended without a report: a crash counts as one failure. */
export const crashed = (reason) => ({ passed: 0, failed: [reason], skipped: [] });

const reasonOf = (test) => {
  const { note } = test.result();
  if (note) return note;
  if (test.parent.errors?.().length > 0) return 'its set-up failed';
  return test.options?.mode === 'todo' ? 'still to be written' : 'switched off in its file';
};

/** Counts a finished vitest run: failed hooks, files that did not load and stray errors are failures too. */
export const countRun = (modules, unhandledErrors) => {
  const tally = { passed: 0, failed: [], skipped: [] };
  for (const module of modules) {
    const file = module.relativeModuleId ?? module.moduleId;
    if (module.errors().length > 0) tally.failed.push(`${file} (the file did not load or run through)`);
    for (const suite of module.children.allSuites()) {
      if (suite.errors().length > 0)
        tally.failed.push(`${file} > ${suite.fullName} (its set-up or clean-up)`);
    }
    for (const test of module.children.allTests()) {
      const title = `${file} > ${test.fullName}`;
      const { state } = test.result();
      if (state === 'passed') tally.passed += 1;
      else if (state === 'skipped') tally.skipped.push({ title, reason: reasonOf(test) });
      else tally.failed.push(title);
    }
  }
  for (const { message } of unhandledErrors) tally.failed.push(`error outside any test: ${message}`);
  return tally;
};

export const addUp = (tallies) => ({
  passed: tallies.reduce((sum, { passed }) => sum + passed, 0),
  failed: tallies.flatMap(({ failed }) => failed),
  skipped: tallies.flatMap(({ skipped }) => skipped),
});

export const closingLine = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed.length} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}`;

export const isGreen = ({ passed, failed }) => failed.length === 0 && passed > 0;
