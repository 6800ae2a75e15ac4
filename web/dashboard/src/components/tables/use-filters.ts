import { useNavigate, useSearch } from '@tanstack/react-router';

/** Filters by name. Times are Unix milliseconds. */
export type FilterValues = { readonly [name: string]: string | undefined };

export type FilterState<Values> = {
  readonly values: Values;
  readonly count: number;
  /** An empty value removes the filter. */
  set(name: keyof Values | 'from' | 'to', value: string | null | undefined): void;
  clear(): void;
};

/** The filters of a list. They are in the URL, so that a filtered list can be linked to. */
export function useFilters<Values extends FilterValues>(onChange?: () => void): FilterState<Values> {
  const navigate = useNavigate();
  const search: FilterValues = useSearch({ strict: false });
  const values = search as Values;
  const show = (next: FilterValues) => {
    onChange?.();
    void navigate({ to: '.', search: next as never, replace: true });
  };
  return {
    values,
    count: Object.keys(values).length,
    set: (name, value) => {
      const { [name]: _, ...others } = search;
      show(value ? { ...others, [name]: value } : others);
    },
    clear: () => show({}),
  };
}

/** Filters as a query for the service, which has times as numbers. */
export const timeQueryOf = <Values extends FilterValues>({ from, to, ...others }: Values) => ({
  ...others,
  ...(from === undefined ? {} : { from: Number(from) }),
  ...(to === undefined ? {} : { to: Number(to) }),
});
