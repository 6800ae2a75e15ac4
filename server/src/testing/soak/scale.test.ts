import { expect, it } from 'vitest';
import { systemTool } from '../system-tool.ts';
import { scale } from './scale.ts';

it('[LV71] [LV74] [LV75] [LV76] three processes, traffic, and a kill -9, a lost Redis and a paused database: nobody hears anything wrong', async (context) => {
  const redisProgram = systemTool(context, 'redis-server');
  const lines: string[] = [];
  const troubles = ['kill', 'kill-redis', 'pause-database'] as const;
  const pauses = { calmMs: 0, databaseMs: 1_000, redisMs: 500 };
  await scale({ sessions: 30, troubles, redisProgram }, pauses, (line) => lines.push(line));
  expect(lines.at(-1)).toMatch(/sessions, .* events/);
});
