import { beardShape } from '../hair/beard-shape.ts';
import type { HeadForm } from '../head/head-form.ts';
import { deeper, lighter } from '../look/shades.ts';
import { ramp } from '../maths/smooth.ts';
import { contours, pathOf, softened } from './contour.ts';
import { outlineOf } from './draw-relief.ts';
import type { FrontView } from './front-view.ts';
import type { Point } from './outline.ts';
import { perspective, project, type Raster, rasterOf } from './raster.ts';
import { part, set } from './svg.ts';

export interface DrawnBeard {
  readonly element: SVGElement;
  openJaw(drop: number): void;
}

export function drawBeard({ look, gradients, relief, form }: FrontView): DrawnBeard | undefined {
  const { style, colour } = look.facialHair;
  if (style === 'none') return undefined;
  const fill = gradients.linear(
    [-0.4, -0.3],
    [0.4, -1.1],
    [
      [0, lighter(colour, 0.16)],
      [0.5, colour],
      [1, deeper(colour, 0.3)],
    ],
  );
  const { beard } = relief;
  const shapes = beard
    ? outlineOf(beard.shown, 0.002)
    : contours(softened(stubble(form, relief.face.whole), 4), 0.4);
  const path = part('path', { fill, 'fill-rule': 'evenodd', 'fill-opacity': beard ? 1 : 0.16 });
  const openJaw = (drop: number): void =>
    set(path, {
      d: pathOf(shapes.map((shape) => shape.map(([x, y]): Point => [x, y - drop * ramp(-0.45, -0.8, y)]))),
    });
  openJaw(0);
  return { element: path, openJaw };
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
