import { setTimeout as pause } from 'node:timers/promises';
import { readService } from '../../../server/src/data-folder/index.ts';
import { rounded } from '../../../server/src/kernel/index.ts';
import { startService } from '../../../server/src/testing/index.ts';
import { nowMicros } from '../../../server/src/testing/load/clock.ts';
import { createJoining } from '../../../server/src/testing/load/joining.ts';
import { Listener } from '../avatar/listener.ts';
import type { Bench, BenchRun } from '../bench.ts';
import { type Holdings, holdingsOf, type StartedService } from './holdings.ts';

const demoAvatar = 1001;
const settledMs = 30_000;
/** The visitor's session ends a minute after the socket is gone, and the voice is unloaded a minute or two later. */
const givenBackMs = 240_000;

/** `npm run` puts our Node first. A person who types `npm start` runs npm with the installed Node. */
const pathWithoutOurNode = (): string =>
  (process.env.PATH ?? '')
    .split(':')
    .filter((folder) => !folder.includes('node_modules'))
    .join(':');

/** The memory of `npm start` with an empty data folder: idle, while one visitor talks, and after that. */
export const memoryBench: Bench = async ({ signal, say }) => {
  if (process.platform !== 'linux') throw new Error('this bench reads /proc, which only Linux has');
  await using npm = await startService({ command: ['npm', 'start'], env: { PATH: pathWithoutOurNode() } });
  const { pid = 0 } = (await readService(npm.dataDir)) ?? {};
  const service = { npmPid: npm.pid, pid, url: npm.url, operatorToken: npm.operatorToken };
  await pause(settledMs, undefined, { signal });
  const idle = await holdingsOf(service);
  show(say, 'idle, half a minute after the start', idle);
  const { talking, firstSoundMs } = await talkOnce(service);
  show(say, `one visitor talks (first sound ${firstSoundMs.toFixed(0)} ms after the question)`, talking);
  await pause(givenBackMs, undefined, { signal });
  const after = await holdingsOf(service);
  show(say, 'four minutes after the visitor has left', after);
  await npm.stop();
  return {
    idle_mb: rounded(idle.totalMegabytes),
    one_visitor_mb: rounded(talking.totalMegabytes),
    idle_again_mb: rounded(after.totalMegabytes),
    first_sound_after_start_ms: rounded(firstSoundMs),
  };
};

async function talkOnce(service: StartedService): Promise<{ talking: Holdings; firstSoundMs: number }> {
  await using joining = createJoining(Number(new URL(service.url).port), demoAvatar, 1);
  const { socket } = await joining.join();
  using listener = new Listener(socket);
  const askedAt = nowMicros();
  const { firstAudioAt } = await listener.ask('Hello! What can you tell me?');
  return { talking: await holdingsOf(service), firstSoundMs: (firstAudioAt - askedAt) / 1_000 };
}

function show(say: BenchRun['say'], title: string, { rows, totalMegabytes }: Holdings): void {
  say(`${title}: ${totalMegabytes.toFixed(0)} MiB`);
  for (const [name, megabytes] of rows) say(`  ${megabytes.toFixed(1).padStart(6)}  ${name}`);
}
