import { describe, expect, it } from 'vitest';
import { readFrame } from './frame-reader.ts';

const read = (frame: object) => readFrame(JSON.stringify(frame));

describe('reading a frame', () => {
  it('[LV85] an optional field that is null or empty is no field', () => {
    const hello = { type: 'hello', versions: [1], sessionId: 'ses_a' };
    for (const empty of [null, ''])
      expect(read({ ...hello, ticket: empty, resume: empty, events: empty, reconnects: empty })).toEqual({
        ok: true,
        frame: hello,
      });
    expect(read({ ...hello, ticket: 'abc', resume: null })).toMatchObject({ frame: { ticket: 'abc' } });
  });

  it('[LV85] a required field that is null is refused', () => {
    expect(read({ type: 'hello', versions: [1], sessionId: null })).toMatchObject({ code: 'bad_frame' });
    expect(read({ type: 'hello', versions: null, sessionId: 'ses_a' })).toMatchObject({ code: 'bad_frame' });
  });
});
