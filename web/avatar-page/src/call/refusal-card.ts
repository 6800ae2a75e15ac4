import type { Elements } from '../elements.ts';
import { drawIcons } from '../icons.ts';
import { texts } from '../texts/index.ts';

const icons: Readonly<Partial<Record<string, string>>> = {
  unknown_avatar: 'question',
  unreachable: 'offline',
};

/** The first sentence says what happened, the others what the visitor can do. */
const sentences = /^([^.。]+)[.。]?\s*(.*)$/s;

/** Shows why there can be no call, with a button if there is a way out. */
export function showRefusal(elements: Elements, code: string, reason: string): void {
  const { call, name, mark, title, door, retry } = elements;
  const [, first = '', others = ''] = sentences.exec(reason) ?? [];
  title.textContent = first;
  door.textContent = others;
  mark.dataset.icon = icons[code] ?? 'lock';
  drawIcons(call);
  // An avatar that is not known has no name either.
  if (name.dataset.text !== undefined) {
    name.textContent = first;
    document.title = first;
  }
  const isFramed = window.parent !== window;
  const mayComeBack = code === 'unreachable';
  const canLeave = !isFramed && !mayComeBack && document.referrer !== '' && history.length > 1;
  // An address that is wrong stays wrong, and a page around this one decides itself what comes next.
  retry.hidden = !canLeave && !mayComeBack && (isFramed || code === 'unknown_avatar');
  retry.textContent = canLeave ? texts.goBack : texts.tryAgain;
  retry.onclick = () => (canLeave ? history.back() : location.reload());
}
