import { fill } from '../../text-templates.ts';
import { Call } from './call/call.ts';
import { addExtras } from './call/call-extras.ts';
import { wireControls } from './call/controls.ts';
import { showRefusal } from './call/refusal-card.ts';
import { elements as findElements, setPhase, showName } from './elements.ts';
import { drawIcons } from './icons.ts';
import { readParameters } from './parameters.ts';
import { prepareStage } from './stage.ts';
import { chooseLanguage, pageLanguage, texts } from './texts/index.ts';

type PublicAvatar = {
  readonly name: string | null;
  readonly look: unknown;
  /** Why a call would be refused now, such as `token_required`. */
  readonly refusal: string | null;
  readonly model?: string | null;
  readonly portrait?: string | null;
  readonly movement: string | null;
  readonly pushToTalk: boolean | null;
  /** Null if the avatar is private. */
  readonly tellsWatching?: boolean | null;
  /** Null if the avatar is private and the page has no token. The browser then checks alone which page frames this one. */
  readonly embedOrigins: readonly string[] | null;
  /** Its own first. Null if the avatar is private. */
  readonly languages?: readonly string[] | null;
};

const elements = findElements();
const parameters = readParameters(location);
if (parameters.theme !== undefined) document.documentElement.dataset.theme = parameters.theme;
if (parameters.inWidget && window.parent !== window) elements.call.classList.add('in-widget');
prepareStage(elements, parameters);

const avatar = await readAvatar();
const language = pageLanguage(
  parameters.locale,
  navigator.languages,
  typeof avatar === 'string' ? null : (avatar.languages ?? null),
);
await chooseLanguage(language, document);
drawIcons(document);
for (const id of parameters.hidden) document.getElementById(id)?.setAttribute('hidden', '');
elements.chat.hidden = parameters.hidden.has('compose') && parameters.hidden.has('scroll');
if (parameters.backgroundColor !== undefined)
  elements.stage.style.setProperty('--stage', parameters.backgroundColor);
if (parameters.barColor !== undefined) elements.progress.style.setProperty('--bar', parameters.barColor);
if (!document.fullscreenEnabled) elements.full.hidden = true;

if (typeof avatar === 'string') {
  setPhase(elements, 'unknown');
  showRefusal(elements, avatar, texts.refused[avatar] ?? texts.refusedOtherwise);
} else {
  if (avatar.name !== null) {
    showName(elements, avatar.name);
    document.title = fill(texts.title, { name: avatar.name });
  }
  // The look of a private avatar is known when its call begins.
  const { look, model, portrait, movement, pushToTalk } = avatar;
  const known = look === null ? undefined : { look, model, portrait, movement };
  const call = new Call(elements, parameters, { look: known, pushToTalk });
  addExtras(elements, call.parley);
  call.door.need = avatar.refusal;
  elements.readAlong.hidden = avatar.tellsWatching === false;
  if (window.parent !== window) {
    const { openBridge, showOutside } = await import('./frame/bridge.ts');
    const bridge = await openBridge(call, avatar.embedOrigins ?? [], parameters);
    if (parameters.inWidget) showOutside(elements, bridge);
  }
  wireControls(elements, call);
  await call.load();
  // The page already shows the error.
  if (parameters.connect) await call.start().catch(() => {});
}

/** A text says why there is none. */
async function readAvatar(): Promise<PublicAvatar | 'unknown_avatar' | 'unreachable'> {
  const { avatarId, token } = parameters;
  // The settings of a private avatar need a token. Reading them does not use it up.
  const headers: HeadersInit = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const response = await fetch(`/client/avatars/${encodeURIComponent(avatarId)}`, { headers }).catch(
    () => null,
  );
  if (response?.ok) return (await response.json()) as PublicAvatar;
  return response?.status === 404 ? 'unknown_avatar' : 'unreachable';
}
