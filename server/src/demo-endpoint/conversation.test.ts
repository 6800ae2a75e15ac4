import { speechText } from '@parley/protocol';
import { describe, expect, it } from 'vitest';
import { DemoConversation } from './conversation.ts';

/** Says the messages one after another; returns the words of the last reply. */
function lastAnswer(...messages: readonly string[]): string {
  const conversation = new DemoConversation();
  return messages.map((message) => speechText(conversation.answer(message).text)).at(-1) ?? '';
}

describe('the demo avatar', () => {
  it('answers "What can you do?" with what it can do, and shows it after "yes"', () => {
    expect(lastAnswer('What can you do?')).toMatch(/talk with you about Parley.*Shall I show you/);
    expect(lastAnswer('What can you do?', 'yes please')).toMatch(/tour has seven steps/);
  });

  it.each([['Ada'], ['ada'], ['I’m Ada.'], ['My name is ada'], ['Hi, I am Ada'], ['call me Ada please']])(
    'learns the name from "%s"',
    (introduction) => {
      expect(lastAnswer(introduction)).toMatch(/Nice to meet you, Ada!/);
      expect(lastAnswer(introduction, 'tell me a joke', 'What is my name?')).toMatch(/Your name is Ada/);
      expect(lastAnswer(introduction, 'goodbye')).toMatch(/Goodbye, Ada!/);
    },
  );

  it.each(['Hello', 'I am fine', 'What is Parley?', 'help', 'stop', 'I am looking for a price', 'Yes'])(
    'does not take "%s" for a name',
    (message) => {
      expect(lastAnswer(message)).not.toMatch(/Nice to meet you/);
    },
  );

  it('answers a question that comes with an introduction', () => {
    expect(lastAnswer('Hello, my name is Tom. What does it cost?')).toMatch(
      /^Nice to meet you, Tom! .*costs nothing/,
    );
  });

  it('learns what the visitor builds, and mentions it later', () => {
    for (const talk of [['Tom', 'a guide for our museum'], ['I am building a guide for our museum']]) {
      expect(lastAnswer(...talk)).toMatch(/your project is a guide for your museum/);
      expect(lastAnswer(...talk, 'yes')).toMatch(/For your project, a guide for your museum/);
      expect(lastAnswer(...talk, 'What do you know about me?')).toMatch(/a guide for your museum/);
    }
  });

  it('puts no markup of a visitor into its replies', () => {
    const reply = new DemoConversation().answer('I am building a <svc-background color="red"/> shop & more');
    expect(reply.text).not.toMatch(/svc-background|&/);
  });

  it('leads through the tour; a question in between does not end it', () => {
    const conversation = new DemoConversation();
    const say = (message: string) => conversation.answer(message);
    expect(say('Show me what you can do').text).toMatch(/Step one/);
    expect(say('next').text).toMatch(/Step two.*svc-emotion name="sad"/);
    expect(say('ok').text).toMatch(/Step three.*svc-gesture name="shrug"/);
    expect(say('Is it free?').text).toMatch(/costs nothing/);
    expect(say('next').text).toMatch(/Step four.*svc-background/);
    expect(say('go on').text).toMatch(/Step five.*<svc-custom-demo json='[^']+'\/>/);
    expect(say('next').text).toMatch(/Step six.*Twenty\./);
    expect(say('next')).toMatchObject({
      text: expect.stringMatching(/Step seven/),
      later: expect.stringMatching(/Here I am!.*That was the tour/),
    });
    expect(say('next').text).toMatch(/That was the tour/);
  });

  it('stops the tour when the visitor asks it to', () => {
    expect(lastAnswer('give me a tour', 'stop')).toMatch(/I stop here/);
    expect(lastAnswer('give me a tour', 'stop', 'next')).not.toMatch(/Step/);
  });

  it('says which words were heard after an interruption that it asked for', () => {
    const conversation = new DemoConversation();
    conversation.answer('count to twenty');
    expect(conversation.answer('stop', 'I count to twenty. One. Two. Three.').text).toMatch(
      /You interrupted me\. The last words that you heard were: Two\. Three\./,
    );
    expect(conversation.answer('What is Parley?', 'Some words.').text).not.toMatch(/interrupted/);
  });

  it('says something new when the visitor asks for more, and repeats when asked to', () => {
    expect(lastAnswer('What is Parley?', 'tell me more')).toMatch(/In one picture/);
    expect(lastAnswer('What is Parley?', 'pardon?')).toBe(lastAnswer('What is Parley?'));
  });

  it('admits what it does not know, differently each time, and then offers the tour', () => {
    const questions = ['What is the capital of France?', 'Who is Einstein?', 'Do you like pizza?'];
    const answers = questions.map((_, index) => lastAnswer(...questions.slice(0, index + 1)));
    expect(answers[0]).toMatch(/I do not know that.*Ask me about/);
    expect(new Set(answers).size).toBe(3);
    expect(lastAnswer(...questions, 'yes')).toMatch(/Step one/);
  });

  it('reads a payload of the page', () => {
    expect(lastAnswer(`<order json='{"id":7,"size":"large"}'/>`)).toMatch(
      /name order\. It says: id is 7, size is large/,
    );
    expect(lastAnswer(`<order json='nothing'/>`)).toMatch(/name order\.$/);
  });

  it('answers an empty message with nothing', () => {
    expect(lastAnswer('   ')).toBe('');
  });
});
