import type { TagEvent } from '../tag-event.ts';

/** A registered tag becomes an event of the document, with its data as detail. */
export function raiseTagEvent({ event, json }: TagEvent): void {
  if (event === null) return;
  document.dispatchEvent(new CustomEvent(event, { detail: json, bubbles: true }));
}
