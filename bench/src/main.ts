import type { Bench } from './bench.ts';

const benches: Record<string, () => Promise<Bench>> = {
  api: async () => (await import('./api/api.ts')).apiBench,
  crowd: async () => (await import('./crowd/crowd.ts')).crowdBench,
  turns: async () => (await import('./turns/turns.ts')).turnsBench,
  shadow: async () => (await import('./shadow/shadow.ts')).shadowBench,
  watching: async () => (await import('./watching/watching.ts')).watchingBench,
  sessions: async () => (await import('./sessions/sessions.ts')).sessionsBench,
  avatar: async () => (await import('./avatar/avatar.ts')).avatarBench,
  melody: async () => (await import('./melody/melody.ts')).melodyBench,
  'voice-to-voice': async () => (await import('./voice-to-voice/voice-to-voice.ts')).voiceToVoiceBench,
  'voice-words': async () => (await import('./voice-words/voice-words.ts')).voiceWordsBench,
  dashboard: async () => (await import('./dashboard/dashboard.ts')).dashboardBench,
  memory: async () => (await import('./memory/memory.ts')).memoryBench,
  scale: async () => (await import('./scale/scale.ts')).scaleBench,
  webhooks: async () => (await import('./webhooks/webhooks.ts')).webhooksBench,
  'partner-webhooks': async () =>
    (await import('./partner-webhooks/partner-webhooks.ts')).partnerWebhooksBench,
};

const [name = ''] = process.argv.slice(2);
const load = Object.hasOwn(benches, name) ? benches[name] : undefined;
if (load === undefined) {
  process.stderr.write(`Say which bench to run: npm run -s bench -- ${Object.keys(benches).join('|')}\n`);
  process.exit(1);
}

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop.abort());

try {
  const bench = await load();
  const figures = await bench({ signal: stop.signal, say: (line) => process.stdout.write(`${line}\n`) });
  process.stdout.write(`${JSON.stringify(figures)}\n`);
} catch (error) {
  process.exitCode = stop.signal.aborted ? 130 : 1;
  if (!stop.signal.aborted) process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
}
