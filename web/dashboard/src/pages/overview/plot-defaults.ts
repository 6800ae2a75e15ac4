/** Settings that all charts share. */
export const plotDefaults = {
  curveType: 'monotone',
  gridAxis: 'x',
  tickLine: 'none',
  strokeWidth: 2,
  withDots: false,
} as const;
