import { describe, expect, it } from 'vitest';
import { readableOn } from './contrast.ts';

describe('the text on the button', () => {
  it.each([
    ['rgb(28, 99, 184)', '#fff'],
    ['rgb(0, 0, 0)', '#fff'],
    ['rgb(255, 221, 0)', '#000'],
    ['rgb(255, 255, 255)', '#000'],
    ['rgba(200, 200, 200, 0.9)', '#000'],
  ])('on %s is %s', (colour, text) => {
    expect(readableOn(colour)).toBe(text);
  });
});
