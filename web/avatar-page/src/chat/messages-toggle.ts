import type { Elements } from '../elements.ts';

/** Without room for messages beside the face they are shown only if the visitor asks for them. */
const small = '(max-width: 39.99rem) and (max-height: 36.99rem)';

/** Shows and hides the messages. */
export function wireMessagesToggle({ call, messages, scroll }: Elements): void {
  const isSmall = matchMedia(small);
  let chosen: boolean | null = null;
  const show = (): void => {
    const isShown = !scroll.hidden && (chosen ?? !isSmall.matches);
    call.classList.toggle('no-log', !isShown);
    messages.setAttribute('aria-pressed', String(isShown));
    if (isShown) scroll.scrollTop = scroll.scrollHeight;
  };
  isSmall.addEventListener('change', show);
  messages.addEventListener('click', () => {
    chosen = messages.getAttribute('aria-pressed') === 'false';
    show();
  });
  show();
}
