/** What differs between any two runs: ids, secrets, times and ports. */
const varying = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<uuid>'],
  [/\b([a-z]{2,6})_[A-Za-z0-9_-]{8,}/g, '$1_<id>'],
  [/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>'],
  [/\beyJ[\w.-]+/g, '<token>'],
  [/(127\.0\.0\.1|localhost):\d+/g, '$1:<port>'],
  [/\b\d{10,}\b/g, '<number>'],
  [/"(\w*(?:duration|seconds|Ms|_ms|latency))":[\d.]+/g, '"$1":<number>'],
  [/[A-Za-z0-9_-]{24,}/g, '<secret>'],
];

export const withoutChance = (body) =>
  varying.reduce((text, [pattern, name]) => text.replace(pattern, name), body);

/** The bodies of each test file, each once. */
export const byTest = (records) => {
  const files = new Map();
  for (const { test, kind, body } of records) {
    const bodies = files.get(test) ?? new Set();
    files.set(test, bodies.add(`${kind} ${withoutChance(body)}`));
  }
  return files;
};

/** Test files of both runs whose bodies are not the same, with the bodies that only one of the runs has. */
export const differences = (before, after) =>
  [...before]
    .filter(([test]) => after.has(test))
    .map(([test, bodies]) => ({
      test,
      gone: [...bodies.difference(after.get(test))],
      new: [...after.get(test).difference(bodies)],
    }))
    .filter((file) => file.gone.length + file.new.length > 0);
