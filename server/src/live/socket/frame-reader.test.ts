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

  it('[LV85] half characters and NUL are removed from its texts, however deep', () => {
    const message = { type: 'message', text: 'a\0b', heard: { utterance: 1, text: 'Hi \ud83d' } };
    const frame = { type: 'message', text: 'ab', heard: { utterance: 1, text: 'Hi ' } };
    expect(read(message)).toEqual({ ok: true, frame });
    expect(read({ type: 'message', text: '\\ud83d and 😀' })).toMatchObject({
      frame: { text: '\\ud83d and 😀' },
    });
  });
});
