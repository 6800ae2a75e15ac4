import { checkLength } from '../chat/message-length.ts';
import { wireMessagesToggle } from '../chat/messages-toggle.ts';
import type { Elements } from '../elements.ts';
import { texts } from '../texts/index.ts';
import type { Call } from './call.ts';

const typingEndsAfterMs = 1_500;
const copiedForMs = 2_000;

/** Connects the buttons and keys of the page with the call. */
export function wireControls(elements: Elements, call: Call): void {
  const { start, compose, text, mic, speaker, cc, full, hang, copy } = elements;
  const { parley } = call;
  let typing: ReturnType<typeof setTimeout> | undefined;
  const stopTyping = () => {
    if (typing === undefined) return;
    clearTimeout(typing);
    typing = undefined;
    parley.sendUserTyping(false);
  };
  // The page already shows the error.
  start.addEventListener('click', () => void call.start().catch(() => {}));
  compose.addEventListener('submit', (event) => {
    event.preventDefault();
    stopTyping();
    if (!checkLength(elements)) return;
    if (text.value.trim() === '' || call.sendMessage(text.value)) text.value = '';
    checkLength(elements);
  });
  text.addEventListener('input', () => {
    checkLength(elements);
    if (typing === undefined) parley.sendUserTyping(true);
    clearTimeout(typing);
    typing = setTimeout(stopTyping, typingEndsAfterMs);
  });
  wireMessagesToggle(elements);
  mic.addEventListener('click', () => void parley.toggleMic());
  speaker.addEventListener('click', () => parley.toggleSpeaker());
  cc.addEventListener('click', () => cc.setAttribute('aria-pressed', String(call.toggleCaptions())));
  copy.addEventListener('click', () => void copyConversation(copy, call.conversation));
  hang.addEventListener('click', () => void call.hangUp());
  full.addEventListener('click', () => {
    void (document.fullscreenElement === null
      ? document.documentElement.requestFullscreen()
      : document.exitFullscreen());
  });
  document.addEventListener('fullscreenchange', () => {
    full.setAttribute('aria-pressed', String(document.fullscreenElement !== null));
  });
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape' && document.fullscreenElement === null && parley.isConnected()) parley.interrupt();
  });
}

/** The button shows for a moment that it worked. */
async function copyConversation(button: HTMLButtonElement, conversation: string): Promise<void> {
  const label = button.querySelector('[data-text]');
  await navigator.clipboard.writeText(conversation);
  if (label === null) return;
  label.textContent = texts.copied;
  setTimeout(() => {
    label.textContent = texts.copy;
  }, copiedForMs);
}
