import { describe, expect, it } from 'vitest';
import { Tokenizer } from './tokenizer.ts';

const tokenizer = new Tokenizer({ "don't": ['do', "n't"], ':)': [':)'], 'g.': ['g.'] });
const split = (text: string) => tokenizer.tokenize(text).map((token) => token.text);

describe('the tokenizer', () => {
  it.each([
    ['I said "hello" (really).', ['I', 'said', '"', 'hello', '"', '(', 'really', ')', '.']],
    ["(don't)", ['(', 'do', "n't", ')']],
    ['nice:) 5g.', ['nice', ':)', '5', 'g.']],
    ['state-of-the-art a-5 5-6', ['state', '-', 'of', '-', 'the', '-', 'art', 'a-5', '5', '-', '6']],
    ['https://a-b.com/c-d, x-y@z.com www.a-b', ['https://a-b.com/c-d', ',', 'x-y@z.com', 'www.a-b']],
    ['Dogs.Cats AB. U.S.', ['Dogs', '.', 'Cats', 'AB', '.', 'U.S.']],
    ['wait.....', ['wait', '.....']],
    [`x${'.'.repeat(40)}`, ['x', '.'.repeat(40)]],
    ['$5 5km 20%', ['$', '5', '5', 'km', '20', '%']],
  ])('[SP83] splits %j', (text, tokens) => {
    expect(split(text)).toEqual(tokens);
  });

  it('[SP83] says where each token is, and whether a space follows', () => {
    expect(tokenizer.tokenize("a  don't ")).toEqual([
      { text: 'a', at: 0, space: ' ' },
      { text: 'do', at: 3, space: '' },
      { text: "n't", at: 5, space: ' ' },
    ]);
  });
});
