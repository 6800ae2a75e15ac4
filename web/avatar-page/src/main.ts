import { bridgeEvents } from './bridge.ts';
import { Call } from './call.ts';
import { elements as findElements } from './elements.ts';
import { drawIcons } from './icons.ts';
import { readParameters } from './parameters.ts';
import { words } from './words.ts';

type PublicAvatar = { readonly name: string | null; readonly look: unknown; readonly model?: string | null };

const elements = findElements();
const parameters = readParameters(location);

drawIcons(document);
for (const id of parameters.hidden) document.getElementById(id)?.setAttribute('hidden', '');
if (parameters.hidden.has('compose') && parameters.hidden.has('scroll')) {
  elements.chat.hidden = true;
  elements.call.classList.add('bare');
}
if (parameters.backgroundColor !== undefined)
  elements.stage.style.setProperty('--stage', parameters.backgroundColor);
if (parameters.barColor !== undefined) elements.progress.style.setProperty('--bar', parameters.barColor);
if (!document.fullscreenEnabled) elements.full.hidden = true;

const avatar = await readAvatar();
if (avatar === null) {
  elements.problem.textContent = words.refused.unknown_avatar ?? '';
} else {
  if (avatar.name !== null) {
    elements.name.textContent = avatar.name;
    document.title = words.title(avatar.name);
  }
  const call = new Call(elements, parameters, { preset: avatar.look, model: avatar.model });
  bridgeEvents(call.parley, parameters.registerEvents);
  wireControls(call);
  await call.load();
  if (parameters.connect) await call.start();
}

function wireControls(call: Call): void {
  const { start, compose, text, mic, speaker, cc, full, hang } = elements;
  start.addEventListener('click', () => void call.start());
  compose.addEventListener('submit', (event) => {
    event.preventDefault();
    call.say(text.value);
    text.value = '';
  });
  mic.addEventListener('click', () => void call.parley.toggleMic());
  speaker.addEventListener('click', () => call.parley.toggleSpeaker());
  cc.addEventListener('click', () => cc.setAttribute('aria-pressed', String(call.toggleCaptions())));
  hang.addEventListener('click', () => void call.hangUp());
  full.addEventListener('click', () => {
    void (document.fullscreenElement === null
      ? document.documentElement.requestFullscreen()
      : document.exitFullscreen());
  });
  document.addEventListener('fullscreenchange', () => {
    full.setAttribute('aria-pressed', String(document.fullscreenElement !== null));
  });
  addEventListener('offline', () => {
    elements.banner.textContent = words.offline;
    call.parley.emitEvent('network:state-changed', { online: false });
  });
  addEventListener('online', () => {
    elements.banner.textContent = '';
    call.parley.emitEvent('network:state-changed', { online: true });
  });
}

async function readAvatar(): Promise<PublicAvatar | null> {
  const response = await fetch(`/client/avatars/${encodeURIComponent(parameters.avatarId)}`).catch(
    () => null,
  );
  return response?.ok ? ((await response.json()) as PublicAvatar) : null;
}
