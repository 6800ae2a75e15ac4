const overlays = '[role="dialog"], [role="menu"], [role="listbox"]';
const headings = 'h1, h2, h3';

/**
 * The browser drops the focus when the focused element is removed or disabled: a row that was deleted, a dialog that was
 * closed, a button that waits for its answer. This puts the focus back to where the work is, so that people who use a
 * keyboard or a screen reader need not start again at the top of the page.
 */
export function keepFocus(): void {
  /** The element that had the focus last and its ancestors, from the inside to the outside. */
  let last: readonly Element[] = [];
  /** The same, for the last element that was not in a dialog or a menu. */
  let behind: readonly Element[] = [];
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element)) return;
    last = withAncestors(target);
    if (target.closest(overlays) === null) behind = last;
  });
  // A press beside all elements drops the focus on purpose.
  document.addEventListener('pointerdown', () => {
    last = [];
  });
  new MutationObserver(() => {
    if (document.activeElement !== document.body || last.length === 0) return;
    focusTarget(last, behind)?.focus({ preventScroll: true });
  }).observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['disabled', 'data-loading'],
  });
}

const withAncestors = (element: Element): Element[] =>
  element === document.body || element.parentElement === null
    ? []
    : [element, ...withAncestors(element.parentElement)];

/** Null while the element is only disabled: it gets the focus back when it is enabled. */
function focusTarget(last: readonly Element[], behind: readonly Element[]): HTMLElement | null {
  const [element] = last;
  if (element instanceof HTMLElement && element.isConnected)
    return element.matches(':disabled') ? null : element;
  const overlay = last.find((each) => each.isConnected && each.matches(overlays));
  if (overlay instanceof HTMLElement) return overlay;
  const isInOverlay = last.some((each) => each.matches(overlays));
  const [opener] = behind;
  if (isInOverlay && opener instanceof HTMLElement && opener.isConnected) return opener;
  return headingOf((isInOverlay ? behind : last).find(({ isConnected }) => isConnected));
}

/** The first heading in an element, or the last one before it. */
function headingOf(element: Element | undefined): HTMLElement | null {
  const isBefore = (heading: Element): boolean =>
    element !== undefined &&
    (heading.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const inside = element?.querySelector<HTMLElement>(headings);
  const all = [...document.querySelectorAll<HTMLElement>(`main :is(${headings})`)];
  const heading = inside ?? all.findLast(isBefore) ?? all[0] ?? null;
  heading?.setAttribute('tabindex', '-1');
  return heading;
}
