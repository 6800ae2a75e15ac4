import { type CommandParser, defineScript } from '@redis/client';
import type { LimitStep } from '../linked/link.ts';

/**
 * One step of the generic cell rate algorithm, as in rate-limit-gcra.ts, by the clock of Redis, which all processes share. A
 * bucket is one key: its theoretical arrival time in ms. A bucket that is full again is the same as none, so its key
 * expires.
 */
const script = `
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local interval = 1000 / tonumber(ARGV[2])
local next = math.max(tonumber(redis.call('GET', KEYS[1]) or '0'), now) + interval
if next - now > tonumber(ARGV[1]) * interval + 1e-3 then return 0 end
if ARGV[3] == '1' then
  local expires = math.ceil(next - now) + 1
  redis.call('SET', KEYS[1], string.format('%.17g', next), 'PX', expires)
end
return 1
`;

export const limitScript = defineScript({
  SCRIPT: script,
  NUMBER_OF_KEYS: 1,
  parseCommand(parser: CommandParser, key: string, { burst, rate, take }: LimitStep) {
    parser.pushKey(key);
    parser.push(String(burst), String(rate), take ? '1' : '0');
  },
  transformReply: (reply: unknown): boolean => reply === 1,
});
