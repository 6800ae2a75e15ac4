import { describe, expect, it } from 'vitest';
import { createLog } from './log.ts';

describe('the log', () => {
  const write = (fields: object) => {
    const lines: string[] = [];
    createLog('info', { write: (line) => lines.push(line) }).info(fields, 'said');
    return lines.join('');
  };

  it('writes one JSON line with level, time and text', () => {
    expect(JSON.parse(write({ sessionId: 'ses_a' }))).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      sessionId: 'ses_a',
      msg: 'said',
    });
  });

  it.each(['authorization', 'cookie', 'token', 'jwt', 'key', 'secret', 'password', 'x-api-key'])(
    'hides %s',
    (name) => {
      expect(write({ [name]: 'open sesame', request: { [name]: 'open sesame' } })).not.toContain('sesame');
    },
  );

  it('says nothing below its level', () => {
    const lines: string[] = [];
    createLog('warn', { write: (line) => lines.push(line) }).info('unheard');
    expect(lines).toEqual([]);
  });
});
