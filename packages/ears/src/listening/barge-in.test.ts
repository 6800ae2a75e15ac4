import { describe, expect, it } from 'vitest';
import { BargeIn, type BargeInOrder, patienceMs, shortestMs } from './barge-in.ts';

function listening() {
  const orders: BargeInOrder[] = [];
  return { orders, bargeIn: new BargeIn((order) => orders.push(order)) };
}

describe('speech while the avatar speaks', () => {
  it('[EA20] lowers its voice at once and stops it when words are understood', () => {
    const { orders, bargeIn } = listening();
    bargeIn.handleAvatarSpeech(true);
    bargeIn.handleBegin();
    expect(orders).toEqual(['duck']);
    bargeIn.handleVerdict('words', shortestMs);
    expect(orders).toEqual(['duck', 'interrupt']);
    expect(bargeIn.isUndecided).toBe(false);
  });

  it('[EA20] [EA22] does not stop it by words found in less than half a second', () => {
    const { orders, bargeIn } = listening();
    bargeIn.handleAvatarSpeech(true);
    bargeIn.handleBegin();
    bargeIn.handleVerdict('words', shortestMs - 1);
    expect(orders).toEqual(['duck']);
    bargeIn.handleVerdict('words', shortestMs);
    expect(orders).toEqual(['duck', 'interrupt']);
  });

  it('[EA21] stops it where nothing is known in time, and not before', () => {
    const { orders, bargeIn } = listening();
    bargeIn.handleAvatarSpeech(true);
    bargeIn.handleBegin();
    bargeIn.handleSpeech(patienceMs - 1);
    expect(orders).toEqual(['duck']);
    bargeIn.handleSpeech(patienceMs);
    expect(orders).toEqual(['duck', 'interrupt']);
  });

  it.each(['backchannel', 'echo'] as const)(
    '[EA22] gives the voice back for %s, however long it lasts',
    (verdict) => {
      const { orders, bargeIn } = listening();
      bargeIn.handleAvatarSpeech(true);
      bargeIn.handleBegin();
      bargeIn.handleVerdict(verdict, shortestMs);
      bargeIn.handleSpeech(10 * patienceMs);
      expect(orders).toEqual(['duck', 'restore']);
      bargeIn.handleEnd();
      expect(orders).toEqual(['duck', 'restore']);
    },
  );

  it('[EA22] is no reason to stop where it is noise without words', () => {
    const { orders, bargeIn } = listening();
    bargeIn.handleAvatarSpeech(true);
    bargeIn.handleBegin();
    bargeIn.handleVerdict('nothing', shortestMs);
    bargeIn.handleSpeech(10 * patienceMs);
    bargeIn.handleEnd();
    expect(orders).toEqual(['duck', 'restore']);
  });

  it('[EA22] that is too short to be understood gives the voice back', () => {
    const { orders, bargeIn } = listening();
    bargeIn.handleAvatarSpeech(true);
    bargeIn.handleBegin();
    bargeIn.handleEnd();
    expect(orders).toEqual(['duck', 'restore']);
  });

  it('[EA20] stops it for words behind a listener’s sound', () => {
    const { orders, bargeIn } = listening();
    bargeIn.handleAvatarSpeech(true);
    bargeIn.handleBegin();
    bargeIn.handleVerdict('backchannel', shortestMs);
    bargeIn.handleVerdict('words', shortestMs);
    expect(orders).toEqual(['duck', 'restore', 'interrupt']);
  });

  it('[EA24] stops it once for each segment', () => {
    const { orders, bargeIn } = listening();
    bargeIn.handleAvatarSpeech(true);
    bargeIn.handleBegin();
    bargeIn.handleVerdict('words', shortestMs);
    bargeIn.handleVerdict('words', shortestMs);
    bargeIn.handleAvatarSpeech(false);
    bargeIn.handleAvatarSpeech(true);
    bargeIn.handleSpeech(5_000);
    expect(orders).toEqual(['duck', 'interrupt']);
    bargeIn.handleEnd();
    bargeIn.handleBegin();
    expect(orders).toEqual(['duck', 'interrupt', 'duck']);
  });
});

describe('speech while the avatar is silent', () => {
  it('[EA23] neither lowers nor stops anything', () => {
    const { orders, bargeIn } = listening();
    bargeIn.handleBegin();
    bargeIn.handleSpeech(5_000);
    bargeIn.handleVerdict('words', shortestMs);
    bargeIn.handleEnd();
    expect(orders).toEqual([]);
  });

  it('[EA20] lowers a voice that begins meanwhile', () => {
    const { orders, bargeIn } = listening();
    bargeIn.handleBegin();
    bargeIn.handleAvatarSpeech(true);
    expect(orders).toEqual(['duck']);
    bargeIn.handleAvatarSpeech(false);
    expect(orders).toEqual(['duck', 'restore']);
  });
});
