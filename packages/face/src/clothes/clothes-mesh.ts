import { headShare, shoulderShare } from '../head/follow-shares.ts';
import type { Loft } from '../head/loft.ts';
import { perVertex, sheetMesh } from '../head/mesh-data.ts';
import type { ClothesKind } from '../look/face-look.ts';
import { hollowness } from '../maths/cavity.ts';
import { mix, ramp } from '../maths/smooth.ts';
import { rollNeck, shirtCollar } from './collars.ts';
import { hood, lapels, placket } from './details.ts';
import { type ClothSheet, garment, outlines } from './garment.ts';
import { type Torso, torsoOf } from './torso.ts';

const { band, edge } = outlines;

const round =
  (front: number, back = 15.25) =>
  (angle: number) =>
    mix(back, front, ramp(1.7, 0.1, angle));
const pointed = (front: number, width: number) => (angle: number) =>
  15.3 + (front - 15.3) * Math.max(0, 1 - angle / width) ** 1.5;

/** How far a jacket is open at a station, as an angle from the front. */
const opening = (station: number): number => mix(1.15, 0.02, ramp(14.9, 18.9, station) ** 0.72);

/** The station where a jacket begins: the inverse of its opening. */
function jacketLine(angle: number): number {
  let [low, high] = [14.95, 18.9];
  if (angle >= opening(low)) return low;
  for (let i = 0; i < 24; i++) {
    const middle = (low + high) / 2;
    if (opening(middle) > angle) low = middle;
    else high = middle;
  }
  return low;
}

const jacket = (torso: Torso): ClothSheet[] => [
  garment(torso, { neckline: jacketLine, hem: outlines.jacket, off: 0.09, dye: 0 }),
  ...lapels(torso, opening, 0),
];

const shirt = (torso: Torso, dye: number): ClothSheet[] => [
  garment(torso, { neckline: pointed(16.25, 0.5), hem: edge, off: 0.035, dye }),
  ...shirtCollar(torso, dye),
  ...placket(torso, dye),
];

const pieces: Record<ClothesKind, (torso: Torso) => ClothSheet[]> = {
  crew: (torso) => [garment(torso, { neckline: round(15.75), hem: band, off: 0.03, dye: 0 })],
  'v-neck': (torso) => [garment(torso, { neckline: pointed(17.3, 1.1), hem: band, off: 0.03, dye: 0 })],
  turtleneck: (torso) => [
    rollNeck(torso, 0),
    garment(torso, { neckline: () => 15.2, hem: edge, off: 0.035, dye: 0 }),
  ],
  shirt: (torso) => shirt(torso, 0),
  blazer: (torso) => [
    garment(torso, { neckline: round(16.35, 16.15), hem: band, off: 0.02, dye: 1 }),
    ...jacket(torso),
  ],
  suit: (torso) => [...shirt(torso, 1), ...jacket(torso)],
  hoodie: (torso) => [
    garment(torso, { neckline: round(15.8), hem: band, off: 0.045, dye: 0 }),
    ...hood(torso, 0, 1),
  ],
};

export function clothesMesh(loft: Loft, kind: ClothesKind) {
  const sheets = pieces[kind](torsoOf(loft));
  const mesh = sheetMesh(sheets);
  const points = sheets.flatMap((sheet) => sheet.points.flat());
  const hollow = hollowness(mesh, 4, 0.03);
  return {
    ...mesh,
    dye: perVertex(sheets, ({ dye }) => dye),
    shade: hollow.map((value) => 1 - 0.6 * Math.max(0, value)),
    rig: new Float32Array(points.flatMap(([x, y]) => [headShare(y) * 0.6, shoulderShare(x, y)])),
  };
}
