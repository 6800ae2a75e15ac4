import { ElementStack } from '../reading/element-stack.ts';
import { indivisibleNames, isInlineFormattingName, isStylingName } from '../reading/names.ts';
import { MarkupScanner } from '../reading/scanner.ts';

/** Limits on what each sentence repeats. Without them the output could grow with the square of a hostile text. */
const maxCarriedTags = 8;
const maxCarriedTagLength = 256;

export interface SentenceBalancer {
  /** Returns the next sentence in a form that can be spoken without the sentences before it. */
  balance(sentence: string): string;
}

/** Reopens in each sentence the elements that earlier sentences left open, and closes the ones it leaves open. */
export function createSentenceBalancer(): SentenceBalancer {
  // As in `readMarkup`, a closing tag of one kind leaves elements of the other kind open.
  const styling = new ElementStack<string>();
  const formatting = new ElementStack<string>();
  const stackOf = (name: string) => {
    if (isStylingName(name)) return styling;
    return isInlineFormattingName(name) && name !== 'img' ? formatting : undefined;
  };
  // Indivisible elements are not repeated: the cutter rarely splits one, and an alias must not be spoken twice.
  const carried = () =>
    [...styling.outermost(maxCarriedTags), ...formatting.outermost(maxCarriedTags)]
      .slice(0, maxCarriedTags)
      .filter(({ name, value }) => !indivisibleNames.includes(name) && value.length <= maxCarriedTagLength);

  return {
    balance(sentence) {
      if (styling.isEmpty && formatting.isEmpty && !sentence.includes('<')) return sentence;
      const opened = carried().map(({ value }) => value);
      const scanner = new MarkupScanner();
      const tokens = scanner.push(sentence);
      const isBroken = scanner.isWithinMarkup;
      for (const token of [...tokens, ...scanner.finish()]) {
        if (token.kind === 'close') stackOf(token.name)?.close(token.name);
        if (token.kind !== 'open' || token.selfClosing) continue;
        stackOf(token.name)?.open(token.name, token.raw.endsWith('>') ? token.raw : `${token.raw}>`);
      }
      // An unfinished tag would swallow the closing tags. The end of the sentence closes the elements anyway.
      const closed = isBroken ? [] : carried().map(({ name }) => `</${name}>`);
      return opened.join('') + sentence + closed.reverse().join('');
    },
  };
}

export function balanceSentences(sentences: readonly string[]): string[] {
  const balancer = createSentenceBalancer();
  return sentences.map((sentence) => balancer.balance(sentence));
}
