/** What all plots share. */
export const still = {
  curveType: 'monotone',
  gridAxis: 'x',
  tickLine: 'none',
  strokeWidth: 2,
  withDots: false,
} as const;
