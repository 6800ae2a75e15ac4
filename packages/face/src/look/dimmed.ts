import type { FaceLook } from './face-look.ts';
import { mixColours } from './shades.ts';

/** For a dark page: the same hue, as if the studio's wall had little light. */
export const dimmed = ({ background: { top, bottom }, ...look }: FaceLook): FaceLook => ({
  ...look,
  background: { top: mixColours('#0b1016', top, 0.2), bottom: mixColours('#0b1016', bottom, 0.12) },
});
