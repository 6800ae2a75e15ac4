/** The limits for a customer's own model. The service applies the same limits to uploads. */
export const modelLimits = {
  bytes: 32 * 1024 * 1024,
  triangles: 120_000,
  drawCalls: 40,
  /** Vertices times movements: a renderer keeps all of them in memory. */
  morphVertices: 8_000_000,
} as const;
