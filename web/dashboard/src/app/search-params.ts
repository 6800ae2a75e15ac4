type SearchParams = Record<string, unknown>;

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : undefined;

/** Reads the named text parameters of the URL, so that filters can be linked to. */
export const textParams =
  <Name extends string>(...names: readonly Name[]) =>
  (params: SearchParams): { [N in Name]?: string } =>
    Object.fromEntries(
      names.flatMap((name) => {
        const value = textOf(params[name]);
        return value === undefined ? [] : [[name, value]];
      }),
    ) as { [N in Name]?: string };
