import type { MappedText } from '../../english/normalize/index.ts';
import type { Tagger } from './tagger.ts';
import type { TaggedToken } from './token-parts.ts';
import type { Tokenizer } from './tokenizer.ts';

/** Neither part contains an opening bracket, because many unclosed ones would take quadratic time. */
const link = /\[([^[\]]+)\]\(([^()]*)\)/g;

/** Tokens of a text. `[word](/fənˈimz/)` is one token with stated phonemes; every other link is read as its text. */
export function tokensOf({ text }: MappedText, tokenizer: Tokenizer, tagger: Tagger): TaggedToken[] {
  const tokens: TaggedToken[] = [];
  let read = 0;
  const addPlain = (end: number) => {
    const plain = tokenizer.tokenize(text.slice(read, end));
    const tags = tagger.tag(plain.map((token) => token.text));
    plain.forEach((token, index) => {
      const tag = tags[index] ?? 'NN';
      tokens.push({
        text: token.text,
        tag,
        space: token.space,
        at: read + token.at,
        length: token.text.length,
        phonemes: null,
      });
    });
  };
  for (const { 0: whole, 1: label = '', 2: target = '', index } of text.matchAll(link)) {
    addPlain(index);
    read = index + whole.length;
    const space = text.charAt(read) === ' ' ? ' ' : '';
    const isPronunciation = target.length > 1 && target.startsWith('/') && target.endsWith('/');
    const phonemes = isPronunciation ? target.slice(1, -1) : null;
    tokens.push({ text: label, tag: 'NN', space, at: index, length: whole.length, phonemes });
  }
  addPlain(text.length);
  return tokens;
}
