import type { TurnState } from './hearing/held-turn.ts';

/** The SDK object, or a frame. */
export type HeldTurns = {
  startTurn(): unknown;
  endTurn(): unknown;
  cancelTurn(): unknown;
  on(name: 'turn-update', listener: (state: TurnState) => void): () => void;
};

export type HoldOptions = {
  /** True: the space bar does the same, except in fields and on other buttons. */
  readonly spaceBar?: boolean;
};

const interactive = 'input, textarea, select, button, summary, a[href], [contenteditable]';

/**
 * The visitor talks while they hold this button: with a pointer, or with Space or Enter. Leaving it cancels. Returns
 * a function that ends this.
 */
export function holdToTalk(
  button: HTMLElement,
  turns: HeldTurns,
  { spaceBar = false }: HoldOptions = {},
): () => void {
  const listening = new AbortController();
  /** The key or pointer that holds the button. */
  let holder: string | number | null = null;
  const press = (by: string | number) => {
    if (holder !== null) return;
    holder = by;
    turns.startTurn();
  };
  const release = (by: string | number) => {
    if (holder !== by) return;
    holder = null;
    turns.endTurn();
  };
  const leave = (by: string | number | null = holder) => {
    if (holder === null || holder !== by) return;
    holder = null;
    turns.cancelTurn();
  };
  const on = <E extends Event>(target: EventTarget, type: string, handle: (event: E) => void) =>
    target.addEventListener(type, handle as (event: Event) => void, { signal: listening.signal });
  const holds = ({ key, target, ctrlKey, altKey, metaKey }: KeyboardEvent) => {
    if (ctrlKey || altKey || metaKey) return false;
    if (target === button) return key === ' ' || key === 'Enter';
    const isFree = target instanceof Element && target.closest(interactive) === null;
    return spaceBar && key === ' ' && isFree && button.checkVisibility();
  };

  button.setAttribute('aria-pressed', 'false');
  // A long touch must neither scroll, nor select, nor open a menu.
  Object.assign(button.style, { touchAction: 'none', userSelect: 'none', webkitUserSelect: 'none' });
  on(button, 'contextmenu', (event) => event.preventDefault());
  on<PointerEvent>(button, 'pointerdown', (event) => {
    if (event.button !== 0) return;
    // A finger is captured by default, and its leaving would not be noticed.
    (event.target as Element).releasePointerCapture(event.pointerId);
    press(event.pointerId);
  });
  on<PointerEvent>(button, 'pointerup', ({ pointerId }) => release(pointerId));
  for (const type of ['pointerleave', 'pointercancel'])
    on<PointerEvent>(button, type, ({ pointerId }) => leave(pointerId));
  // A screen reader or a switch can press the button, but not hold it.
  on<MouseEvent>(button, 'click', ({ detail }) => {
    if (detail > 0) return;
    if (holder === 'click') release('click');
    else press('click');
  });
  on<KeyboardEvent>(document, 'keydown', (event) => {
    if (event.key === 'Escape') return leave();
    if (!holds(event)) return;
    event.preventDefault();
    if (!event.repeat) press(event.key);
  });
  on<KeyboardEvent>(document, 'keyup', (event) => {
    if (holds(event)) event.preventDefault();
    release(event.key);
  });
  on(button, 'blur', () => leave());
  on(window, 'blur', () => leave());
  const stop = turns.on('turn-update', (state) =>
    button.setAttribute('aria-pressed', String(state === 'started')),
  );
  return () => {
    listening.abort();
    stop();
    leave();
  };
}
