/** What differs between any two runs: ids, secrets, times and ports. */
const varying = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<uuid>'],
  [/\b([a-z]{2,6})_[A-Za-z0-9_-]{8,}/g, '$1_<id>'],
  [/\d{4}-\d\d-\d\d[T ][\d:.]+Z?/g, '<time>'],
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

/** Test files of both runs whose bodies are not the same, with what only one of the runs has of each. */
export const differences = (before, after, seen = (body) => body) =>
  [...before]
    .filter(([test]) => after.has(test))
    .map(([test, bodies]) => {
      const [then, now] = [bodies, after.get(test)].map((all) => new Set([...all].map(seen)));
      return { test, gone: [...then.difference(now)], new: [...now.difference(then)] };
    })
    .filter((file) => file.gone.length + file.new.length > 0);

/** The fields of a body in their order, without what they hold. Texts that a test makes at random thus do not count. */
export const shapeOf = (line) => {
  const start = line.indexOf('{');
  const kind = line.slice(0, start < 0 ? undefined : start);
  try {
    return kind + JSON.stringify(shape(JSON.parse(line.slice(start))));
  } catch {
    return `${kind}text`;
  }
};

const shape = (value) => {
  if (Array.isArray(value)) return [...new Set(value.map((item) => JSON.stringify(shape(item))))].sort();
  if (value === null || typeof value !== 'object') return typeof value;
  return Object.entries(value).map(([name, inner]) => [name, shape(inner)]);
};
