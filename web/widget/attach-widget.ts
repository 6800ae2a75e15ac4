import { type AvatarFrame, addFrame, type Header } from './avatar-frame.ts';
import { readableOn } from './contrast.ts';
import { chatIcon, closeIcon, icon, make } from './elements.ts';
import type { WidgetOptions } from './options.ts';
import { remembered } from './remembered.ts';
import { style } from './style.ts';

/** Adds the button and the panel to the page. The avatar's page is loaded when the panel is opened for the first time. */
export function attachWidget(options: WidgetOptions): void {
  const { service, avatarId, label, closeLabel, pictureUrl, isLeft, isTop, color, theme } = options;
  const id = `parley-widget-${avatarId}`;
  // Single-page apps may run the script again.
  if (document.getElementById(id) !== null) return;
  const memory = remembered(`parley:widget:${service}:${avatarId}`);
  const host = make('div', { id });
  const shadow = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  shadow.adoptedStyleSheets = [sheet];

  const bubble = make('span', { className: 'bubble', textContent: label });
  const face = make('img', { className: 'face', alt: '', hidden: true });
  const launcher = make('button', { type: 'button', className: 'launcher' }, icon(chatIcon), face, bubble);
  const close = make(
    'button',
    { type: 'button', className: 'close', ariaLabel: closeLabel },
    icon(closeIcon),
  );
  const name = make('b', { textContent: label });
  const status = make('span', { className: 'status' });
  const small = make('img', { className: 'small', alt: '', hidden: true });
  const waiting = make('img', { className: 'waiting', alt: '', hidden: true });
  const header = make('header', {}, small, make('div', {}, name, status), close);
  // Without a picture, or on a page that allows none, the button has an icon.
  for (const picture of [face, small, waiting]) {
    picture.onload = () => {
      picture.hidden = false;
    };
    picture.src = pictureUrl;
  }
  const panel = make(
    'section',
    { id: 'panel', className: 'panel', hidden: true, ariaLabel: label },
    header,
    waiting,
  );
  const root = make('div', { className: 'root' }, panel, launcher);
  panel.setAttribute('role', 'dialog');
  launcher.setAttribute('aria-controls', 'panel');
  root.classList.toggle('left', isLeft);
  root.classList.toggle('top', isTop);
  if (theme === 'light' || theme === 'dark') host.style.colorScheme = theme;

  let frame: AvatarFrame | null = null;
  const showHeader = (shown: Header): void => {
    name.textContent = shown.name || label;
    status.textContent = shown.status;
    status.dataset.state = shown.state;
  };
  const show = (isOpen: boolean): void => {
    if (isOpen) frame ??= addFrame(panel, options, showHeader);
    // A hidden avatar must not listen to the visitor.
    else if (frame?.hangUp() === false) frame = null;
    panel.hidden = !isOpen;
    root.classList.toggle('open', isOpen);
    launcher.ariaExpanded = String(isOpen);
  };
  const isShown = (): boolean => root.classList.contains('open');
  const change = (isOpen: boolean): void => {
    show(isOpen);
    memory.write(isOpen);
    if (isOpen) frame?.element.focus();
    else launcher.focus();
  };
  launcher.addEventListener('click', () => change(true));
  close.addEventListener('click', () => change(false));
  root.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape' && isShown()) change(false);
  });
  shadow.append(root);
  document.body.append(host);
  if (color !== undefined) {
    host.style.setProperty('--accent', color);
    host.style.setProperty('--on-accent', readableOn(getComputedStyle(launcher).backgroundColor));
  }
  show(memory.read() ?? options.isOpen);
}
