/** A tag without its region: `de` of `de-AT`. */
export const baseOf = (tag: string): string => tag.split(/[-_+]/, 1)[0]?.toLowerCase() ?? '';
