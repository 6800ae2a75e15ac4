import { fill } from '../../../text-templates.ts';
import type { Elements } from '../elements.ts';
import { texts } from '../texts/index.ts';

const most = 8_000;
const countedFrom = 7_500;

/** Shows how long a long message is. False: it is too long to be sent, and the visitor is told. */
export function checkLength({ text, count, countWords }: Elements): boolean {
  const { length } = text.value.trim();
  const shown = {
    count: length.toLocaleString(document.documentElement.lang),
    most: most.toLocaleString(document.documentElement.lang),
  };
  const isTooLong = length > most;
  count.classList.toggle('wrong', isTooLong);
  text.setAttribute('aria-invalid', String(isTooLong));
  count.textContent = length < countedFrom ? '' : `${shown.count}\n/ ${shown.most}`;
  countWords.textContent = isTooLong ? fill(texts.tooLong, shown) : '';
  count.title = countWords.textContent;
  return !isTooLong;
}
