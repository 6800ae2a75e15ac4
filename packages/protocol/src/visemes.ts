/** The fifteen mouth shapes that voices time and faces make, by the names of Oculus lip-sync. `sil` is a closed mouth. */
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
