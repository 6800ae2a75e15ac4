import hints from './hints.json' with { type: 'json' };

const shown = new Set<string>();

/** Names that are accepted and have no effect. */
export const hintedNames: ReadonlySet<string> = new Set(Object.keys(hints));

/** Tells the developer of the page once that a name has no effect, and what to use instead. */
export function hintOnce(name: string): void {
  if (shown.has(name)) return;
  shown.add(name);
  const instead = Object.hasOwn(hints, name)
    ? hints[name as keyof typeof hints]
    : 'The guide "Moving from a hosted avatar service" lists what there is.';
  console.warn(`Parley: ${name} has no effect here. ${instead}`);
}
