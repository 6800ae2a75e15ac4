import type { TagEvent } from '../tag-event.ts';

/** Raises the DOM event of a registered tag on the document, with the tag's data as detail. */
export function raiseTagEvent({ event, json }: TagEvent): void {
  if (event === null) return;
  document.dispatchEvent(new CustomEvent(event, { detail: json, bubbles: true }));
}
