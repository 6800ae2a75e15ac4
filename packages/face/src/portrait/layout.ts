/**
 * Where everything is in the picture file of a portrait. All portraits have this layout. If it changes, raise `layout` in
 * `portrait-file.ts`, so that stored pictures are made again.
 */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Pixels per unit of the head, in the plane through its middle. */
export const pixelsPerUnit = 240;
/** The height of the usual view of the 3D face, in pixels. */
export const usualHeight = 3.5 * pixelsPerUnit;
/** The whole person, and the height of its upper edge in head units. */
export const person: Box = { x: 0, y: 0, width: 928, height: 1120 };
export const topY = 1.6;
/** The mesh that moves the picture has a vertex at every corner of a cell. */
export const cell = 16;
/** The depth is stored in a picture that is smaller by this factor. Black is `farZ`, white is `nearZ`. */
export const depthShrink = 8;
/** The shift of an iris, in pixels, when the eye turns by one radian. */
export const irisShift = 0.216 * pixelsPerUnit;
export const [farZ, nearZ] = [-1.25, 1.25];

const matte: Box = { ...person, x: person.width };
export const atlas = { width: 2016, height: 3820 } as const;

/** The parts of the face that change, in pixels of the person. */
export const regions = {
  mouth: { x: 296, y: 400, width: 336, height: 300 },
  brows: { x: 304, y: 240, width: 320, height: 120 },
  eyes: { x: 304, y: 325, width: 320, height: 120 },
} as const satisfies Record<string, Box>;

/** A row after row of equal boxes, from `y` on. */
const rows = ({ width, height }: Box, count: number, y: number): readonly Box[] => {
  const inRow = Math.floor(atlas.width / width);
  return Array.from({ length: count }, (_, i) => ({
    x: (i % inRow) * width,
    y: y + Math.floor(i / inRow) * height,
    width,
    height,
  }));
};

const mouths = rows(regions.mouth, 42, person.height);
const lids = rows(regions.eyes, 18, 3220);
export const places = {
  person,
  matte,
  mouths: mouths.slice(0, 41),
  /** How much the pictures of mouths count. Where no mouth moves the face, they have no detail. */
  mouthMatte: mouths[41] ?? person,
  /** The skin around the eyes, with black eyes. */
  lids: lids.slice(0, 9),
  /** How much of the eyes is seen. */
  eyeMattes: lids.slice(9),
  brows: rows(regions.brows, 6, 3580),
  /** The eyes without anything before them. */
  eyes: { ...regions.eyes, x: 0, y: 3700 },
  /** The reflections of lamps in the eyes. They stay where they are when the eyes turn. */
  glints: { ...regions.eyes, x: regions.eyes.width, y: 3700 },
  depth: {
    x: 2 * person.width,
    y: 0,
    width: person.width / depthShrink,
    height: person.height / depthShrink,
  },
} as const;
