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

  it('writes nothing below its level', () => {
    const lines: string[] = [];
    createLog('warn', { write: (line) => lines.push(line) }).info('unheard');
    expect(lines).toEqual([]);
  });
});

describe('an error in the log', () => {
  const write = (level: 'info' | 'debug', error: unknown) => {
    const lines: string[] = [];
    createLog(level, { write: (line) => lines.push(line) }).error({ err: error }, 'it failed');
    return lines.map((line) => JSON.parse(line) as { level: string; err?: object; message?: string });
  };
  const parseError = (text: string): unknown => {
    try {
      return JSON.parse(text);
    } catch (error) {
      return error;
    }
  };

  it('shows class, codes and place, but no message, also of its causes', () => {
    const cause = Object.assign(new Error('a\n    at canary'), {
      code: '22P02',
      detail: 'canary',
      query: 'canary',
    });
    const [line] = write('info', new RangeError('canary one', { cause }));
    expect(line?.err).toMatchObject({
      type: 'RangeError',
      stack: expect.arrayContaining([expect.stringMatching(/^at .*log\.test\.ts/)]),
      cause: { type: 'Error', code: '22P02' },
    });
    expect(JSON.stringify(line)).not.toContain('canary');
  });

  it('of a parser does not show what was parsed', () => {
    expect(JSON.stringify(write('info', parseError('canary')))).not.toContain('canary');
  });

  it('has its message in a line of its own at the level debug', () => {
    expect(write('debug', new Error('canary'))).toEqual([
      expect.objectContaining({ level: 'error' }),
      expect.objectContaining({ level: 'debug', message: 'canary' }),
    ]);
  });

  it('may be anything', () => {
    expect(write('info', 'canary')[0]?.err).toEqual({ type: 'string' });
    expect(write('info', undefined)).toHaveLength(1);
  });
});
