/** Settings that all charts share. */
export const plotDefaults = {
  curveType: 'linear',
  gridAxis: 'x',
  tickLine: 'none',
  strokeWidth: 2,
  withDots: false,
} as const;
