type Soak = { run(): Promise<void> };

/** The long forms of tests whose short forms "npm test" runs. */
const soaks: Readonly<Record<string, () => Promise<Soak>>> = {
  limits: () => import('./limits/limits.ts'),
  'crash-cycle': () => import('./crashes/crash-cycle.ts'),
  'crash-sessions': () => import('./crashes/crash-sessions.ts'),
  webhooks: () => import('./webhooks/webhooks.ts'),
  scale: () => import('./scale/scale.ts'),
  'slow-clients': () => import('./slow-clients/slow-clients.ts'),
  memory: () => import('./memory/memory.ts'),
  hostile: () => import('./hostile/hostile.ts'),
  'hostile-day': () => import('./hostile-day/hostile-day.ts'),
  fuzz: () => import('./fuzz/fuzz.ts'),
  attacks: () => import('./attacks/attack-service.ts'),
  changes: () => import('./changes/changes.ts'),
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
