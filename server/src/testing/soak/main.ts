type Soak = { run(): Promise<void> };

/** The long forms of tests whose short forms "npm test" runs. */
const soaks: Readonly<Record<string, () => Promise<Soak>>> = {
  limits: () => import('./limits.ts'),
  'crash-cycle': () => import('./crash-cycle.ts'),
  'crash-sessions': () => import('./crash-sessions.ts'),
  webhooks: () => import('./webhooks.ts'),
  scale: () => import('./scale.ts'),
  'slow-clients': () => import('./slow-clients.ts'),
  memory: () => import('./memory.ts'),
  hostile: () => import('./hostile.ts'),
  'hostile-day': () => import('./hostile-day.ts'),
  fuzz: () => import('./fuzz.ts'),
  attacks: () => import('./attacks.ts'),
  changes: () => import('./changes.ts'),
};

const [name = ''] = process.argv.slice(2);
const load = Object.hasOwn(soaks, name) ? soaks[name] : undefined;

if (load === undefined) {
  const problem = name === '' ? 'Say which soak to run' : `There is no soak "${name}"`;
  process.stderr.write(`${problem}: npm run soak -- NAME, with one of ${Object.keys(soaks).join(', ')}.\n`);
  process.exitCode = 1;
} else {
  const { run } = await load();
  await run();
  process.stdout.write(`${name}: passed\n`);
}
