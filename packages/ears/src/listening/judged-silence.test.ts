import { describe, expect, it } from 'vitest';
import { listening } from './testing/listening.ts';

describe('a judged pause', () => {
  it('[EA31] [EA41] ends the turn at once if the visitor is done, with the words recognised meanwhile', async () => {
    const ears = listening({ judges: true });
    ears.speak(1_300);
    await ears.last().answer('When do');
    ears.pause(320);
    await ears.judge(true);
    expect(ears.events.at(-1)).toBe('silence');
    await ears.last().answer('When do you open?');
    expect(ears.events.at(-1)).toBe('final: When do you open?');
    ears.pause(2_500);
    await ears.settle();
    expect(ears.events.filter((line) => line.startsWith('final'))).toHaveLength(1);
  });

  it('[EA41] a thinking pause does not divide a sentence, and each pause is judged again', async () => {
    const ears = listening({ costs: true, judges: true });
    ears.speak(800);
    ears.pause(320);
    await ears.judge(false);
    ears.pause(1_400);
    await ears.judge(false);
    await ears.judge(false);
    expect(ears.requests).toEqual([]);
    ears.speak(800);
    ears.pause(320);
    await ears.judge(true);
    expect(ears.requests).toHaveLength(1);
    await ears.last().answer('My number is 42.');
    expect(ears.events).toEqual(['speech', 'silence', 'final: My number is 42.']);
  });

  it('[EA45] that was a doubtful end is over when the model is sure', async () => {
    const ears = listening({ costs: true, judges: true });
    ears.speak(800);
    ears.pause(320);
    await ears.judge(false);
    ears.pause(850);
    await ears.judge(false);
    await ears.judge(true);
    expect(ears.events).toEqual(['speech', 'silence']);
  });

  it('[EA41] a visitor who speaks again before the verdict is not cut off', async () => {
    const ears = listening({ costs: true, judges: true });
    ears.speak(800);
    ears.pause(320);
    ears.speak(100);
    await ears.judge(true);
    expect(ears.events).toEqual(['speech']);
    ears.pause(320);
    await ears.judge(true);
    expect(ears.events).toEqual(['speech', 'silence']);
  });

  it('[EA41] the end of the patience ends the turn, and a verdict after it is ignored', async () => {
    const ears = listening({ costs: true, judges: true });
    ears.speak(800);
    ears.pause(2_100);
    expect(ears.events).toEqual(['speech', 'silence']);
    await ears.judge(true);
    expect(ears.requests).toHaveLength(1);
  });

  it('[EA42] a failed model leaves the usual half second', async () => {
    const ears = listening({ costs: true, judges: true });
    ears.speak(800);
    ears.pause(320);
    await ears.judge(null);
    ears.pause(64);
    await ears.judge(null);
    ears.pause(160);
    expect(ears.events).toEqual(['speech', 'silence']);
  });

  it('[EA47] after a whole sentence is over after half a second, whatever the model says', async () => {
    const ears = listening({ judges: true, writesSentences: true });
    ears.speak(500);
    ears.pause(320);
    await ears.last().answer('Thank you, that is all.');
    await ears.judge(false);
    ears.pause(192);
    await ears.judge(false);
    ears.pause(32);
    await ears.settle();
    expect(ears.events.at(-1)).toBe('final: Thank you, that is all.');
  });

  it('[EA47] in the middle of a sentence lasts, although the model is fairly sure', async () => {
    const ears = listening({ judges: true, writesSentences: true });
    ears.speak(500);
    ears.pause(320);
    await ears.last().answer('My number is');
    ears.verdicts.shift()?.(0.6);
    ears.pause(600);
    await ears.settle();
    expect(ears.events).not.toContain('silence');
  });

  it('[EA47] the verdict waits for words that are being recognised', async () => {
    const ears = listening({ judges: true, writesSentences: true });
    ears.speak(500);
    ears.pause(320);
    await ears.judge(true);
    expect(ears.events).not.toContain('silence');
    await ears.last().answer('Yes, please.');
    expect(ears.events.slice(-2)).toEqual(['silence', 'final: Yes, please.']);
  });

  it('[EA48] is recognised although another recognition was going on', async () => {
    const ears = listening();
    ears.speak(700);
    ears.pause(224);
    expect(ears.requests).toHaveLength(1);
    await ears.last().answer('When');
    expect(ears.requests).toHaveLength(2);
    ears.pause(320);
    await ears.last().answer('When do you open?');
    expect(ears.requests).toHaveLength(2);
    expect(ears.events.at(-1)).toBe('final: When do you open?');
  });

  it('[EA48] is not recognised if it is over by then', async () => {
    const ears = listening();
    ears.speak(700);
    ears.pause(224);
    ears.speak(32);
    await ears.last().answer('When');
    expect(ears.requests).toHaveLength(1);
  });

  it('[EA43] is not judged while it is open whether the visitor interrupts', async () => {
    const ears = listening({ judges: true });
    ears.listener.handleAvatarSpeech(true);
    ears.listener.handleSentence('There are many things to see.');
    ears.speak(300);
    ears.pause(600);
    expect(ears.verdicts).toEqual([]);
    expect(ears.events).toEqual(['duck', 'restore']);
  });
});
