import { expect, it } from 'vitest';
import { systemTool } from '../../system-tool.ts';
import { scale } from './scale.ts';

it('[LV71] [LV74] [LV75] [LV76] three processes, traffic, and a kill -9, a lost Redis and a paused database: no visitor hears anything wrong', async (context) => {
  const redisProgram = systemTool(context, 'redis-server');
  const lines: string[] = [];
  const phases = [
    { fault: 'kill', times: 1, everyMs: 0 },
    { fault: 'kill-redis', forMs: 500 },
    { fault: 'pause-database', forMs: 1_000 },
  ] as const;
  await scale({ sessions: 16, phases, redisProgram }, (line) => lines.push(line));
  expect(lines.at(-1)).toMatch(/sessions, .* events/);
});
