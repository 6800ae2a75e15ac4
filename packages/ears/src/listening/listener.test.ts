import { describe, expect, it } from 'vitest';
import { listening } from './testing/listening.ts';

describe('listening', () => {
  it('[EA30] [EA31] reports partial words, and the words recognised at the pause as the final ones', async () => {
    const ears = listening();
    ears.speak(1_000);
    expect(ears.requests).toHaveLength(1);
    await ears.last().answer('When do');
    ears.speak(300);
    ears.pause(300);
    expect(ears.requests).toHaveLength(2);
    await ears.last().answer('When do you open?');
    expect(ears.events).toEqual(['speech', 'partial: When do', 'partial: When do you open?']);
    ears.pause(300);
    await ears.settle();
    expect(ears.requests).toHaveLength(2);
    expect(ears.events.slice(3)).toEqual(['silence', 'final: When do you open?']);
  });

  it('[EA37] a recogniser that must be told the end is asked again at the end', async () => {
    const ears = listening({ needsEnd: true });
    ears.speak(500);
    ears.pause(300);
    await ears.last().answer('When do you');
    ears.pause(300);
    expect(ears.requests.map(({ samples }) => samples)).toEqual([ears.last().samples, ears.last().samples]);
    await ears.last().answer('When do you open?');
    expect(ears.events.at(-1)).toBe('final: When do you open?');
  });

  it('[EA31] recognises the whole segment if more was said after the pause', async () => {
    const ears = listening();
    ears.speak(500);
    ears.pause(300);
    await ears.last().answer('When do');
    ears.speak(400);
    ears.pause(200);
    ears.pause(400);
    await ears.last().answer('When do you open?');
    expect(ears.events.filter((line) => line.startsWith('final'))).toEqual(['final: When do you open?']);
  });

  it('[EA30] a partial answer that comes too late is not reported', async () => {
    const ears = listening();
    ears.speak(700);
    const early = ears.last();
    ears.pause(600);
    const whole = ears.last();
    expect(whole).not.toBe(early);
    await whole.answer('Hello there.');
    await early.answer('Hell');
    expect(ears.events).toEqual(['speech', 'silence', 'final: Hello there.']);
  });

  it('[EA30] the finals of two segments keep their order', async () => {
    const ears = listening({ costs: true });
    ears.speak(500);
    ears.pause(600);
    const first = ears.last();
    ears.speak(500);
    ears.pause(600);
    await ears.last().answer('Second.');
    await first.answer('First.');
    expect(ears.events.filter((line) => line.startsWith('final'))).toEqual([
      'final: First.',
      'final: Second.',
    ]);
  });

  it('[EA20] words over the avatar’s voice stop it', async () => {
    const ears = listening();
    ears.listener.handleAvatarSpeech(true);
    ears.listener.handleSentence('There are many things to see in our town.');
    ears.speak(550);
    expect(ears.events).toEqual(['duck']);
    await ears.last().answer('Wait');
    expect(ears.events).toEqual(['duck', 'speech', 'interrupt', 'restore', 'partial: Wait']);
  });

  it('[EA10] [EA22] the avatar does not interrupt itself, and does not answer itself', async () => {
    const ears = listening();
    ears.listener.handleAvatarSpeech(true);
    ears.listener.handleSentence('There are many things to see in our town.');
    ears.speak(550);
    await ears.last().answer('There are many');
    ears.speak(1_500);
    await ears.last().answer('There are many things to see in our town');
    ears.pause(600);
    await ears.last().answer('There are many things to see in our town.');
    expect(ears.events).toEqual(['duck', 'restore']);
  });

  it('[EA22] [EA32] a listener’s sound is dropped while the avatar speaks', async () => {
    const ears = listening();
    ears.listener.handleAvatarSpeech(true);
    ears.listener.handleSentence('There are many things to see.');
    ears.speak(550);
    await ears.last().answer('Mm-hmm.');
    ears.pause(600);
    await ears.last().answer('Mm-hmm.');
    expect(ears.events).toEqual(['duck', 'restore']);
  });

  it('[EA22] [EA32] words in a short sound stop nothing early, and a sound during speech is no answer', async () => {
    const ears = listening();
    ears.listener.handleAvatarSpeech(true);
    ears.listener.handleSentence('There are many things to see.');
    ears.speak(300);
    ears.pause(250);
    await ears.last().answer('I am');
    expect(ears.events).toEqual(['duck']);
    ears.pause(300);
    ears.listener.handleAvatarSpeech(false);
    await ears.settle();
    ears.listener.handleAvatarSpeech(true);
    ears.speak(300);
    ears.pause(600);
    ears.listener.handleAvatarSpeech(false);
    await ears.last().answer('Ok.');
    expect(ears.events.filter((line) => line.includes('Ok'))).toEqual([]);
  });

  it('[EA32] a listener’s sound is an answer while the avatar is silent', async () => {
    const ears = listening();
    ears.speak(480);
    ears.pause(600);
    await ears.last().answer('Okay.');
    expect(ears.events.at(-1)).toBe('final: Okay.');
  });

  it('[EA13] [EA20] "yes" after a question is an answer even if the avatar still speaks', async () => {
    const ears = listening();
    ears.listener.handleAvatarSpeech(true);
    ears.listener.handleSentence('Shall I book the table?');
    ears.speak(300);
    ears.pause(600);
    await ears.last().answer('Yes.');
    expect(ears.events).toEqual(['duck', 'restore', 'interrupt', 'final: Yes.']);
  });

  it('[EA22] noise without words is dropped', async () => {
    const ears = listening();
    ears.speak(200);
    ears.pause(600);
    await ears.last().answer(' ... ');
    expect(ears.events).toEqual(['speech', 'silence']);
  });

  it('[EA33] reports a failure as text and goes on listening', async () => {
    const ears = listening({ costs: true });
    ears.speak(500);
    ears.pause(600);
    await ears.last().fail('The server that understands speech does not answer.');
    ears.speak(500);
    ears.pause(600);
    await ears.last().answer('Hello.');
    expect(ears.events).toEqual([
      'speech',
      'silence',
      'error: The server that understands speech does not answer.',
      'speech',
      'silence',
      'final: Hello.',
    ]);
  });

  it('[EA34] an expensive recogniser is asked once per segment, whatever its pauses', async () => {
    const ears = listening({ costs: true });
    ears.speak(3_000);
    ears.pause(300);
    ears.speak(3_000);
    expect(ears.requests).toEqual([]);
    ears.pause(600);
    expect(ears.requests).toHaveLength(1);
  });

  it('[EA34] an expensive recogniser is asked early to decide whether to stop the avatar', async () => {
    const ears = listening({ costs: true });
    ears.listener.handleAvatarSpeech(true);
    ears.listener.handleSentence('There are many things to see.');
    ears.speak(640);
    expect(ears.requests).toHaveLength(1);
    await ears.last().answer('Hold on');
    ears.speak(2_000);
    expect(ears.requests).toHaveLength(1);
    expect(ears.events).toContain('interrupt');
  });

  it('[EA35] does not stop the avatar before the recogniser has loaded, and recognises the words later', async () => {
    const ears = listening({ isReady: false });
    ears.listener.handleAvatarSpeech(true);
    ears.listener.handleSentence('There are many things to see.');
    ears.speak(3_000);
    expect(ears.requests).toEqual([]);
    ears.pause(600);
    expect(ears.events).toEqual(['duck', 'restore']);
    await ears.last().answer('Hold on, please.');
    expect(ears.events).toEqual(['duck', 'restore', 'interrupt', 'final: Hold on, please.']);
  });

  it('[EA36] reports nothing after closing, and restores the voice', async () => {
    const ears = listening();
    ears.listener.handleAvatarSpeech(true);
    ears.speak(600);
    ears.listener.close();
    await ears.last().answer('Wait');
    ears.speak(2_000);
    ears.pause(600);
    expect(ears.events).toEqual(['duck', 'restore']);
  });
});
