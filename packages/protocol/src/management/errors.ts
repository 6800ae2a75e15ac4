import table from './errors.json' with { type: 'json' };

export type ManagementErrorCode = keyof typeof table;

/** Every error of the management API. docs/errors.md is made from this table. */
export const managementErrors: Readonly<
  Record<ManagementErrorCode, { readonly status: number; readonly about: string }>
> = table;
