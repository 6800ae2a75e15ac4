import { describe, expect, it } from 'vitest';
import { endText } from './end-text.ts';

describe('how a session ended', () => {
  it.each([
    ['hangup', 'visitor', 'The visitor hung up'],
    ['hangup', 'dashboard', 'Ended in the dashboard'],
    ['hangup', 'api', 'Ended by an API call'],
    ['max_duration_reached', 'limit', 'Max duration'],
    ['timeout', 'drop', 'Connection lost'],
    ['hangup', null, 'Hang-up'],
    [null, null, '–'],
  ])('%s by %s is "%s"', (endReason, endedBy, words) => {
    expect(endText({ endReason, endedBy })).toBe(words);
  });
});
