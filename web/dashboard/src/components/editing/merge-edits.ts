/** What a form shows after another person has changed the same object. */
export type MergedEdits<Values> = {
  /** What the person typed, and the newest values of all other fields. */
  readonly values: Values;
  /** The newest values of the fields that both people have changed, if they differ. */
  readonly theirs: Partial<Values>;
};

/** Merges what a person typed into newer values. `base` are the values that the form started with. */
export function mergeEdits<Values extends object>(
  base: Values,
  typed: Values,
  newest: Values,
): MergedEdits<Values> {
  const names = Object.keys(newest) as (keyof Values)[];
  const isTyped = (name: keyof Values) => !isSame(typed[name], base[name]);
  const values = { ...newest };
  for (const name of names) if (isTyped(name)) values[name] = typed[name];
  const overlap = names.filter(
    (name) => isTyped(name) && !isSame(newest[name], base[name]) && !isSame(newest[name], typed[name]),
  );
  const theirs = Object.fromEntries(overlap.map((name) => [name, newest[name]])) as Partial<Values>;
  return { values, theirs };
}

/** The fields that differ from `base`. */
export const editsOf = <Values extends object>(base: Values, typed: Values): Partial<Values> =>
  Object.fromEntries(
    Object.entries(typed).filter(([name, value]) => !isSame(value, base[name as keyof Values])),
  ) as Partial<Values>;

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
