import { beardShape } from '../hair/beard-shape.ts';
import type { HeadForm } from '../head/head-form.ts';
import { headAtRest } from '../head/head-mesh.ts';
import type { FaceLook } from '../look/face-look.ts';
import { perspective, project } from '../still/camera.ts';
import { rounded } from '../still/coded-tracing.ts';
import type { Point } from '../still/outline.ts';
import { type Loops, mapLoops, type TracedCloth, type Tracing } from '../still/tracing.ts';
import { contours, softened } from './contour.ts';
import { type Raster, rasterOf } from './raster.ts';
import { type Part, type Relief, reliefOf } from './relief.ts';
import { layerEdges, outlineOf, tonesOf } from './tones.ts';

/** Takes the outlines of the flat drawing from the 3D person. It takes most of a second, and needs no browser. */
export function trace(look: FaceLook): Tracing {
  const head = headAtRest(look);
  const relief = reliefOf(head, look);
  const { face, neck, ears, hair, lobe } = relief;
  const tracing: Tracing = {
    face: outlineOf(face.whole)[0] ?? [],
    neck: outlineOf(neck.whole),
    ears: tonesOf(ears, ears.whole, { shades: [0.5] }),
    hair: hair ? { behind: outlineOf(hair.whole), before: hairBefore(hair) } : null,
    clothes: clothesOf(relief),
    beard: look.facialHair.style === 'none' ? [] : beardOf(relief, head.form),
    lobe: [rounded(lobe[0]), rounded(lobe[1]), rounded(lobe[2])],
  };
  return mapLoops(tracing, (loop) => loop.map(([x, y]): Point => [rounded(x), rounded(y)]));
}

function hairBefore(hair: Part) {
  const { shown, near } = hair;
  // Hair beside the neck lies behind it and must not slide over it when the head turns.
  const front = rasterOf((i) => {
    const y = near.bottom + near.pitch * Math.floor(i / near.columns);
    return (shown.values[i] ?? 0) * (y > -0.5 || (near.values[i] ?? 0) > -0.05 ? 1 : 0);
  });
  return tonesOf(hair, front, { shades: [0.5, 0.33], highlight: 0.83 });
}

function clothesOf({ clothes, neck }: Relief): TracedCloth[] {
  const { whole, extra, near } = clothes;
  // Parts behind the neck are not visible.
  const isWorn = (i: number): boolean =>
    (whole.values[i] ?? 0) > 0.5 && (near.values[i] ?? 0) >= (neck.near.values[i] ?? 0) - 0.001;
  const isSecond = (i: number): boolean => (extra.values[i] ?? 0) > 0.5;
  return [rasterOf((i) => (isWorn(i) ? 1 : 0)), rasterOf((i) => (isWorn(i) && isSecond(i) ? 1 : 0))].map(
    (mask) => ({
      ...tonesOf(clothes, mask, { shades: [0.55, 0.36] }),
      edges: layerEdges(clothes, mask),
    }),
  );
}

function beardOf({ beard, face }: Relief, form: HeadForm): Loops {
  return beard ? outlineOf(beard.shown, 0.002) : contours(softened(stubble(form, face.whole), 4), 0.4);
}

function stubble(form: HeadForm, face: Raster): Raster {
  const shape = beardShape('stubble', form);
  const size = perspective(0.7);
  const [, middle] = project(0, 0, 0.7);
  return rasterOf((i) => {
    const x = (face.left + face.pitch * (i % face.columns)) / size;
    const y = (face.bottom + face.pitch * Math.floor(i / face.columns) - middle) / size;
    return (face.values[i] ?? 0) * shape(x, y);
  });
}
