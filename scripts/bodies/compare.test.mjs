import { expect, test } from 'vitest';
import { byTest, differences, shapeOf, withoutChance } from './compare.mjs';

const record = (test, body) => ({ test, kind: 'call', body });

test('two runs of the same code have the same bodies', () => {
  const one = '{"action":"LOGIN","sessionId":"ses_kn6q672idbhcaa46ydnx73yi","at":1700000064000}';
  const other = '{"action":"LOGIN","sessionId":"ses_aaaa672idbhcaa46ydnx73yi","at":1800000064000}';
  expect(withoutChance(one)).toBe(withoutChance(other));
  expect(differences(byTest([record('a', one)]), byTest([record('a', other), record('a', one)]))).toEqual([]);
});

test('a field more, a field less and another order are differences', () => {
  const before = byTest([record('a', '{"action":"CHAT","message":"hi"}'), record('b', '{"action":"LOGIN"}')]);
  const after = byTest([record('a', '{"message":"hi","action":"CHAT"}'), record('c', '{"action":"LOGIN"}')]);
  expect(differences(before, after)).toEqual([
    {
      test: 'a',
      gone: ['call {"action":"CHAT","message":"hi"}'],
      new: ['call {"message":"hi","action":"CHAT"}'],
    },
  ]);
});

test('of texts that vary, the fields and their order count', () => {
  const before = byTest([record('a', '{"action":"CHAT","message":"one"}')]);
  const other = byTest([record('a', '{"action":"CHAT","message":"two"}')]);
  const more = byTest([record('a', '{"action":"CHAT","message":"two","takeover":[]}')]);
  expect(differences(before, other)).toHaveLength(1);
  expect(differences(before, other, shapeOf)).toEqual([]);
  expect(differences(before, more, shapeOf)).toHaveLength(1);
});
