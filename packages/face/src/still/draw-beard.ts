import { deeper, lighter } from '../look/shades.ts';
import { ramp } from '../maths/smooth.ts';
import type { FrontView } from './front-view.ts';
import { bothSides, type Point, smooth } from './outline.ts';
import { part, set } from './svg.ts';

export interface DrawnBeard {
  readonly element: SVGElement;
  openJaw(drop: number): void;
}

export function drawBeard(view: FrontView): DrawnBeard | undefined {
  const { style, colour } = view.look.facialHair;
  if (style === 'none') return undefined;
  const fill = view.gradients.linear(
    [-0.4, -0.3],
    [0.4, -1.1],
    [
      [0, lighter(colour, 0.16)],
      [0.5, colour],
      [1, deeper(colour, 0.3)],
    ],
  );
  const shapes = shapesOf(view);
  const opacity = style === 'stubble' ? 0.17 : 0.97;
  const paths = shapes.map(() => part('path', { fill, 'fill-opacity': opacity }));
  const openJaw = (drop: number): void =>
    shapes.forEach((shape, i) => {
      const path = paths[i];
      if (path)
        set(path, {
          d: smooth(
            shape.map(([x, y]): Point => [x, y - drop * ramp(-0.45, -0.8, y)]),
            true,
          ),
        });
    });
  openJaw(0);
  return { element: part('g', {}, paths), openJaw };
}

function shapesOf({ look, form, faceHalf }: FrontView): Point[][] {
  const { mouth, nose } = form;
  const base = nose.tipY - 0.085;
  const moustache = bothSides([
    [0, base],
    [mouth.halfWidth * 0.55, base - 0.012],
    [mouth.halfWidth + 0.05, mouth.y - 0.005],
    [mouth.halfWidth + 0.03, mouth.y - 0.035],
    [mouth.halfWidth * 0.5, mouth.y + 0.035],
    [0, mouth.y + 0.045],
  ]);
  const chin = bothSides([
    [0, mouth.y - 0.1],
    [mouth.halfWidth * 0.55, mouth.y - 0.13],
    [mouth.halfWidth + 0.02, mouth.y - 0.02],
    [mouth.halfWidth + 0.06, mouth.y - 0.18],
    [mouth.halfWidth * 0.8, -0.98],
    [0, -1.06],
  ]);
  const { style } = look.facialHair;
  if (style === 'moustache') return [moustache];
  if (style === 'goatee') return [moustache, chin];
  const [out, long] = style === 'full-beard' ? [0.045, 0.11] : style === 'beard' ? [0.025, 0.05] : [0, 0];
  const jaw = faceHalf(0)
    .filter(([, y]) => y < 0)
    .map(([x, y]): Point => [x + out * ramp(0, 0.3, x), y - long * ramp(-0.6, -0.95, y)]);
  const cheek: Point[] = [
    [0, base - 0.01],
    [0.14, base - 0.02],
    [0.25, -0.455],
    [0.36, -0.44],
    [0.46, -0.36],
    [0.55, -0.22],
    [0.62, -0.04],
  ];
  return [bothSides([...cheek, ...jaw])];
}
