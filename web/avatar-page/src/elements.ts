function byId<T extends HTMLElement>(id: string, kind: new () => T): T {
  const element = document.getElementById(id);
  if (!(element instanceof kind)) throw new Error(`the page has no #${id}`);
  return element;
}

/** The elements that the code changes. */
export const elements = () => ({
  call: document.querySelector('main') as HTMLElement,
  name: byId('name', HTMLHeadingElement),
  status: byId('status', HTMLParagraphElement),
  person: byId('person', HTMLButtonElement),
  answering: byId('answering', HTMLParagraphElement),
  stage: byId('stage', HTMLDivElement),
  banner: byId('banner', HTMLParagraphElement),
  tryNow: byId('try-now', HTMLButtonElement),
  dismiss: byId('dismiss', HTMLButtonElement),
  mark: byId('mark', HTMLSpanElement),
  title: byId('title', HTMLParagraphElement),
  retry: byId('retry', HTMLButtonElement),
  progress: byId('progress', HTMLDivElement),
  start: byId('start', HTMLButtonElement),
  readAlong: byId('read-along', HTMLParagraphElement),
  problem: byId('problem', HTMLParagraphElement),
  rating: byId('rating', HTMLDivElement),
  door: byId('door', HTMLParagraphElement),
  downloadEnded: byId('download-ended', HTMLButtonElement),
  captions: byId('captions', HTMLParagraphElement),
  spoken: byId('spoken', HTMLParagraphElement),
  chat: byId('chat', HTMLElement),
  copy: byId('copy', HTMLButtonElement),
  download: byId('download', HTMLButtonElement),
  history: byId('history', HTMLOListElement),
  scroll: byId('scroll', HTMLElement),
  compose: byId('compose', HTMLFormElement),
  text: byId('text', HTMLInputElement),
  count: byId('count', HTMLParagraphElement),
  countWords: byId('count-words', HTMLParagraphElement),
  hint: byId('hint', HTMLParagraphElement),
  talk: byId('talk', HTMLButtonElement),
  mic: byId('mic', HTMLButtonElement),
  micState: byId('mic-state', HTMLSpanElement),
  speaker: byId('speaker', HTMLButtonElement),
  messages: byId('messages', HTMLButtonElement),
  cc: byId('cc', HTMLButtonElement),
  full: byId('full', HTMLButtonElement),
  hang: byId('hang', HTMLButtonElement),
});

export type Elements = ReturnType<typeof elements>;
/** `closed`: there is an avatar, but a call is not possible. */
export type Phase = 'unknown' | 'loading' | 'closed' | 'ready' | 'joining' | 'live' | 'ended';

export function setPhase({ call }: Elements, phase: Phase): void {
  call.dataset.phase = phase;
}

/** The name replaces the page's own word for an avatar, in every language. */
export function showName({ name, title }: Elements, text: string): void {
  name.textContent = text;
  title.textContent = text;
  delete name.dataset.text;
}
