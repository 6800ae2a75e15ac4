const focusable =
  'input:not([type=hidden]):not(:disabled), textarea, select, button:not(:disabled), [tabindex]';

/** Moves the focus into a field and the field into view. A group of inputs is focused itself if it can be. */
export function focusField(node: HTMLElement): void {
  const field = node.matches('[type=hidden]') ? (node.parentElement ?? node) : node;
  const input = field.matches(focusable) ? field : field.querySelector<HTMLElement>(focusable);
  input?.focus({ preventScroll: true });
  field.scrollIntoView({ block: 'center' });
}
