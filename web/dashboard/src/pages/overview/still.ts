/** No motion and no stops for the keyboard inside a drawing whose figures are told in words. */
export const still = {
  curveType: 'monotone',
  gridAxis: 'y',
  tickLine: 'none',
  strokeWidth: 2,
  withDots: false,
} as const;
