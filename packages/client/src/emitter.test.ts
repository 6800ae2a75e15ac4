import { describe, expect, test } from 'vitest';
import { Emitter } from './emitter.ts';

type Events = { word: string; number: number };

describe('events', () => {
  test('on returns a function that unsubscribes; off takes the listener', () => {
    const events = new Emitter<Events>();
    const heard: string[] = [];
    const listener = (word: string) => heard.push(`b ${word}`);
    const stop = events.on('word', (word) => heard.push(`a ${word}`));
    events.on('word', listener);
    events.emit('word', '1');
    stop();
    events.emit('word', '2');
    events.off('word', listener);
    events.emit('word', '3');
    expect(heard).toEqual(['a 1', 'b 1', 'b 2']);
  });

  test('once receives one event, or none if it was stopped before', () => {
    const events = new Emitter<Events>();
    const heard: number[] = [];
    events.once('number', (number) => heard.push(number));
    events.once('number', (number) => heard.push(-number))();
    events.emit('number', 1);
    events.emit('number', 2);
    expect(heard).toEqual([1]);
  });

  test('a listener that unsubscribes another during an event does not skip a third', () => {
    const events = new Emitter<Events>();
    const heard: string[] = [];
    const stops: (() => void)[] = [];
    events.on('word', () => {
      for (const stop of stops) stop();
    });
    stops.push(events.on('word', () => heard.push('second')));
    events.on('word', () => heard.push('third'));
    events.emit('word', 'x');
    events.emit('word', 'x');
    expect(heard).toEqual(['second', 'third', 'third']);
  });

  test('a listener that throws does not stop the others, and its error is reported', async () => {
    const others = process.listeners('uncaughtException');
    process.removeAllListeners('uncaughtException');
    const uncaught = new Promise((resolve) => process.once('uncaughtException', resolve));
    const events = new Emitter<Events>();
    const heard: string[] = [];
    events.on('word', () => {
      throw new Error('mine');
    });
    events.on('word', (word) => heard.push(word));
    events.emit('word', 'still');
    expect(heard).toEqual(['still']);
    expect(await uncaught).toMatchObject({ message: 'mine' });
    for (const listener of others) process.on('uncaughtException', listener);
  });
});
