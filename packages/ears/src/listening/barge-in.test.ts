import { describe, expect, it } from 'vitest';
import { BargeIn, type BargeInAction, interruptAfterMs, minSpeechMs } from './barge-in.ts';

function listening() {
  const actions: BargeInAction[] = [];
  return { actions, bargeIn: new BargeIn((action) => actions.push(action)) };
}

describe('speech while the avatar speaks', () => {
  it('[EA20] lowers its voice at once and stops it when words are recognised', () => {
    const { actions, bargeIn } = listening();
    bargeIn.handleAvatarSpeech(true);
    bargeIn.handleBegin();
    expect(actions).toEqual(['duck']);
    bargeIn.handleSpeechKind('words', minSpeechMs);
    expect(actions).toEqual(['duck', 'interrupt']);
    expect(bargeIn.isUndecided).toBe(false);
  });

  it('[EA20] [EA22] does not stop it by words found in less than half a second', () => {
    const { actions, bargeIn } = listening();
    bargeIn.handleAvatarSpeech(true);
    bargeIn.handleBegin();
    bargeIn.handleSpeechKind('words', minSpeechMs - 1);
    expect(actions).toEqual(['duck']);
    bargeIn.handleSpeechKind('words', minSpeechMs);
    expect(actions).toEqual(['duck', 'interrupt']);
  });

  it('[EA21] stops it if no words are recognised in time, and not before', () => {
    const { actions, bargeIn } = listening();
    bargeIn.handleAvatarSpeech(true);
    bargeIn.handleBegin();
    bargeIn.handleSpeech(interruptAfterMs - 1);
    expect(actions).toEqual(['duck']);
    bargeIn.handleSpeech(interruptAfterMs);
    expect(actions).toEqual(['duck', 'interrupt']);
  });

  it.each(['backchannel', 'echo'] as const)(
    '[EA22] gives the voice back for %s, however long it lasts',
    (kind) => {
      const { actions, bargeIn } = listening();
      bargeIn.handleAvatarSpeech(true);
      bargeIn.handleBegin();
      bargeIn.handleSpeechKind(kind, minSpeechMs);
      bargeIn.handleSpeech(10 * interruptAfterMs);
      expect(actions).toEqual(['duck', 'restore']);
      bargeIn.handleEnd();
      expect(actions).toEqual(['duck', 'restore']);
    },
  );

  it('[EA22] does not stop it if it is noise without words', () => {
    const { actions, bargeIn } = listening();
    bargeIn.handleAvatarSpeech(true);
    bargeIn.handleBegin();
    bargeIn.handleSpeechKind('nothing', minSpeechMs);
    bargeIn.handleSpeech(10 * interruptAfterMs);
    bargeIn.handleEnd();
    expect(actions).toEqual(['duck', 'restore']);
  });

  it('[EA22] that is too short to be recognised restores the voice', () => {
    const { actions, bargeIn } = listening();
    bargeIn.handleAvatarSpeech(true);
    bargeIn.handleBegin();
    bargeIn.handleEnd();
    expect(actions).toEqual(['duck', 'restore']);
  });

  it('[EA20] stops it for words after a listener’s sound', () => {
    const { actions, bargeIn } = listening();
    bargeIn.handleAvatarSpeech(true);
    bargeIn.handleBegin();
    bargeIn.handleSpeechKind('backchannel', minSpeechMs);
    bargeIn.handleSpeechKind('words', minSpeechMs);
    expect(actions).toEqual(['duck', 'restore', 'interrupt']);
  });

  it('[EA24] stops it once per segment', () => {
    const { actions, bargeIn } = listening();
    bargeIn.handleAvatarSpeech(true);
    bargeIn.handleBegin();
    bargeIn.handleSpeechKind('words', minSpeechMs);
    bargeIn.handleSpeechKind('words', minSpeechMs);
    bargeIn.handleAvatarSpeech(false);
    bargeIn.handleAvatarSpeech(true);
    bargeIn.handleSpeech(5_000);
    expect(actions).toEqual(['duck', 'interrupt']);
    bargeIn.handleEnd();
    bargeIn.handleBegin();
    expect(actions).toEqual(['duck', 'interrupt', 'duck']);
  });
});

describe('speech while the avatar is silent', () => {
  it('[EA23] neither lowers nor stops anything', () => {
    const { actions, bargeIn } = listening();
    bargeIn.handleBegin();
    bargeIn.handleSpeech(5_000);
    bargeIn.handleSpeechKind('words', minSpeechMs);
    bargeIn.handleEnd();
    expect(actions).toEqual([]);
  });

  it('[EA20] lowers a voice that starts in the meantime', () => {
    const { actions, bargeIn } = listening();
    bargeIn.handleBegin();
    bargeIn.handleAvatarSpeech(true);
    expect(actions).toEqual(['duck']);
    bargeIn.handleAvatarSpeech(false);
    expect(actions).toEqual(['duck', 'restore']);
  });
});
