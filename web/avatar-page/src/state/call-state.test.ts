import { describe, expect, it } from 'vitest';
import english from '../texts/english.json' with { type: 'json' };
import { type CallFacts, callState, isDismissable, noCall, noticeText, stateText } from './call-state.ts';

const values: { readonly [N in keyof CallFacts]: readonly CallFacts[N][] } = {
  link: ['none', 'connected', 'lost'],
  isOnline: [true, false],
  isSlow: [true, false],
  avatar: ['IDLE', 'LOADED', 'UNLOADED', 'LISTENING', 'THINKING', 'TALKING'],
  isAboutToSpeak: [true, false],
  microphone: ['off', 'asking', 'opening', 'on', 'denied'],
  canHear: [true, false],
  isAudioLocked: [true, false],
  turn: ['none', 'rest', 'held', 'ended'],
  turnNotice: ['', 'Cancelled.'],
  microphoneProblem: ['', 'The microphone is gone.'],
  transcriptProblem: ['', 'Not saved.'],
};
const names = Object.keys(values) as (keyof CallFacts)[];
const combinations = names.reduce<CallFacts[]>(
  (all, name) => all.flatMap((facts) => values[name].map((value) => ({ ...facts, [name]: value }))),
  [noCall],
);
const inCall = combinations.filter(({ link }) => link !== 'none');

/** One expectation for all of them: 46,000 would take ten seconds. */
const expectAll = (all: readonly CallFacts[], isRight: (facts: CallFacts) => boolean): void => {
  expect(all.length).toBeGreaterThan(0);
  expect(all.find((facts) => !isRight(facts))).toBeUndefined();
};

describe('the state of a call', () => {
  it('covers every combination', () => {
    expect(combinations).toHaveLength(3 * 2 * 2 * 6 * 2 * 5 * 2 * 2 * 4 * 2 * 2 * 2);
  });

  it('is always one of the known states and has a text, and there is none without a call', () => {
    expectAll(
      inCall,
      (facts) => (callState(facts) ?? '') in english.status && stateText(facts, english) !== '',
    );
    const withoutCall = combinations.filter(({ link }) => link === 'none');
    expectAll(withoutCall, (facts) => callState(facts) === null);
    expectAll(withoutCall, (facts) => stateText(facts, english) === '' && noticeText(facts, english) === '');
  });

  it('is lost whenever the connection is, and then neither the state nor the notice says anything else', () => {
    const lost = inCall.filter(({ link, isOnline }) => link === 'lost' || !isOnline);
    expectAll(lost, (facts) => callState(facts) === 'lost');
    expectAll(lost, (facts) => [english.offline, english.reconnecting].includes(noticeText(facts, english)));
  });

  it('is listening only if the page can hear the visitor', () => {
    expectAll(
      inCall.filter((facts) => callState(facts) === 'listening'),
      ({ microphone, canHear, link, isOnline }) =>
        microphone === 'on' && canHear && link === 'connected' && isOnline,
    );
  });

  it('does not depend on what only the notice tells', () => {
    expectAll(inCall, (facts) => {
      const { isSlow, isAudioLocked, turnNotice, microphoneProblem, transcriptProblem, ...rest } = facts;
      return callState({ ...noCall, ...rest }) === callState(facts);
    });
  });

  it('is connecting when a call begins, and says that it is the visitor’s turn only when the avatar waits', () => {
    expect(callState({ ...noCall, link: 'connected' })).toBe('connecting');
    expectAll(
      inCall.filter((facts) => callState(facts) === 'ready'),
      ({ isAboutToSpeak, avatar }) => !isAboutToSpeak && ['IDLE', 'LISTENING'].includes(avatar),
    );
  });

  it.each<[Partial<CallFacts>, boolean]>([
    [{ microphone: 'denied', microphoneProblem: 'It is not allowed.' }, true],
    [{ transcriptProblem: 'Not saved.' }, true],
    [{ microphoneProblem: 'It is gone.', link: 'lost' }, false],
    [{ microphoneProblem: 'It is gone.', isAudioLocked: true }, false],
    [{ isSlow: true }, false],
    [{}, false],
  ])('the notice about %j can be closed: %s', (facts, expected) => {
    expect(isDismissable({ ...noCall, link: 'connected', ...facts }, english)).toBe(expected);
  });

  it.each<[Partial<CallFacts>, string]>([
    [{}, 'Your turn'],
    [{ isAboutToSpeak: true }, 'Getting ready…'],
    [{ isAboutToSpeak: true, microphone: 'asking' }, 'Getting ready…'],
    [{ isAboutToSpeak: true, avatar: 'THINKING' }, 'Thinking…'],
    [{ isAboutToSpeak: true, avatar: 'TALKING' }, 'Speaking'],
    [{ avatar: 'LISTENING' }, 'Your turn'],
    [{ microphone: 'denied' }, 'Your turn'],
    [{ microphone: 'on', canHear: true }, 'Listening…'],
    [{ microphone: 'opening' }, 'You can type; the microphone is coming'],
    [{ microphone: 'on' }, 'You can type; the microphone is coming'],
    [{ microphone: 'on', avatar: 'LISTENING' }, 'You can type; the microphone is coming'],
    [{ microphone: 'asking' }, 'Waiting for you…'],
    [{ microphone: 'on', avatar: 'THINKING' }, 'Thinking…'],
    [{ microphone: 'on', avatar: 'TALKING' }, 'Speaking'],
    [{ link: 'lost', avatar: 'TALKING' }, 'No connection'],
    [{ isOnline: false }, 'No connection'],
    [{ avatar: 'UNLOADED' }, 'Connecting…'],
    [{ turn: 'rest' }, 'Hold to talk'],
    [{ turn: 'rest', microphone: 'on', canHear: true }, 'Hold to talk'],
    [{ turn: 'rest', microphone: 'asking' }, 'Waiting for you…'],
    [{ turn: 'rest', microphone: 'denied' }, 'Your turn'],
    [{ turn: 'rest', avatar: 'TALKING' }, 'Speaking'],
    [{ turn: 'held' }, 'Getting ready…'],
    [{ turn: 'held', microphone: 'opening', isAboutToSpeak: true }, 'Getting ready…'],
    [{ turn: 'held', microphone: 'on', canHear: true, avatar: 'TALKING' }, 'Listening…'],
    [{ turn: 'ended' }, 'Thinking…'],
  ])('%j is shown as "%s"', (facts, text) => {
    expect(stateText({ ...noCall, link: 'connected', avatar: 'IDLE', ...facts }, english)).toBe(text);
  });
});
