// Registered globally, because a page may load the SDK twice, for example as a script and as a module.
const owner = Symbol.for('parley.owner');

type OwnedElement = HTMLElement & { [owner]?: (() => void) | undefined };

/**
 * Makes an avatar the owner of an element, and ends the previous owner. Otherwise both would draw there, and both would
 * talk. Returns a function that releases the element.
 */
export function takeElement(element: OwnedElement, end: () => void): () => void {
  const previous = element[owner];
  element[owner] = end;
  previous?.();
  return () => {
    if (element[owner] === end) element[owner] = undefined;
  };
}
