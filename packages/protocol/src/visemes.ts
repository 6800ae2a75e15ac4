/** Fifteen mouth shapes, named as in Oculus lip-sync. Voices time them, faces show them. `sil` is a closed mouth. */
export const visemeNames = [
  'sil',
  'PP',
  'FF',
  'TH',
  'DD',
  'kk',
  'CH',
  'SS',
  'nn',
  'RR',
  'aa',
  'E',
  'I',
  'O',
  'U',
] as const;
export type VisemeName = (typeof visemeNames)[number];
