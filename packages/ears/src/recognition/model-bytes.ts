/** The sizes of the decompressed files. The server only reports compressed sizes. */
export const modelBytes = {
  program: 14_239_897,
  activity: 2_327_524,
  encoder: 7_937_661,
  decoder: 20_243_286,
} as const;
