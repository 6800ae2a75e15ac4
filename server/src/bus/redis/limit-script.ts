import { type CommandParser, defineScript } from '@redis/client';
import type { LimitStep } from '../linked/link.ts';

/**
 * One step of the generic cell rate algorithm, as in gcra.ts, by the clock of Redis, which all processes share. A
 * bucket is one key: its theoretical arrival time in ms. A bucket that is full again is the same as none, so its key
 * expires. A test's own time stands still while the clock of Redis goes on, so its keys are kept for an hour.
 */
const script = `
local now = tonumber(ARGV[4])
local stands_still = now ~= nil
if not stands_still then
  local time = redis.call('TIME')
  now = time[1] * 1000 + time[2] / 1000
end
local interval = 1000 / tonumber(ARGV[2])
local next = math.max(tonumber(redis.call('GET', KEYS[1]) or '0'), now) + interval
if next - now > tonumber(ARGV[1]) * interval + 1e-3 then return 0 end
if ARGV[3] == '1' then
  local expires = stands_still and 3600000 or math.ceil(next - now) + 1
  redis.call('SET', KEYS[1], string.format('%.17g', next), 'PX', expires)
end
return 1
`;

export const limitScript = defineScript({
  SCRIPT: script,
  NUMBER_OF_KEYS: 1,
  parseCommand(parser: CommandParser, key: string, { burst, rate, take, nowMs }: LimitStep) {
    parser.pushKey(key);
    parser.push(String(burst), String(rate), take ? '1' : '0', nowMs === null ? '' : String(nowMs));
  },
  transformReply: (reply: unknown): boolean => reply === 1,
});
