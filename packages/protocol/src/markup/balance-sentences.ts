import { ElementStack } from './element-stack.ts';
import { indivisibleNames, isStylingName } from './names.ts';
import { MarkupScanner } from './scanner.ts';

/** Bounds on what each sentence repeats, so that a hostile text cannot grow with its square. */
const maxCarriedTags = 8;
const maxCarriedTagLength = 256;

export interface SentenceBalancer {
  /** The next sentence, so that it can be read and spoken without the ones before. */
  balance(sentence: string): string;
}

/** Opens in each sentence the elements that the ones before left open, and closes what it leaves open itself. */
export function createSentenceBalancer(): SentenceBalancer {
  const stack = new ElementStack<string>();
  // The cutter keeps indivisible elements whole; where it could not, an alias spoken twice would be worse.
  const carried = () =>
    stack
      .outermost(maxCarriedTags)
      .filter(({ name, value }) => !indivisibleNames.includes(name) && value.length <= maxCarriedTagLength);

  return {
    balance(sentence) {
      if (stack.isEmpty && !sentence.includes('<')) return sentence;
      const opened = carried().map(({ value }) => value);
      const scanner = new MarkupScanner();
      const tokens = scanner.push(sentence);
      const isBroken = scanner.isWithinMarkup;
      for (const token of [...tokens, ...scanner.finish()]) {
        if (token.kind === 'close') stack.close(token.name);
        if (token.kind !== 'open' || token.selfClosing || !isStylingName(token.name)) continue;
        stack.open(token.name, token.raw.endsWith('>') ? token.raw : `${token.raw}>`);
      }
      // A broken tag would swallow the closes; the end of the sentence closes as well.
      const closed = isBroken ? [] : carried().map(({ name }) => `</${name}>`);
      return opened.join('') + sentence + closed.reverse().join('');
    },
  };
}

export function balanceSentences(sentences: readonly string[]): string[] {
  const balancer = createSentenceBalancer();
  return sentences.map((sentence) => balancer.balance(sentence));
}
