type Given = Record<string, unknown>;

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : undefined;

/** Only the named texts of an address's query, so that a filter can be linked to. */
export const texts =
  <Name extends string>(...names: readonly Name[]) =>
  (given: Given): { [N in Name]?: string } =>
    Object.fromEntries(
      names.flatMap((name) => {
        const value = text(given[name]);
        return value === undefined ? [] : [[name, value]];
      }),
    ) as { [N in Name]?: string };
