import type { HairStyle } from '../look/face-look.ts';
import { type Random, seededRandom } from '../maths/random.ts';
import { ramp } from '../maths/smooth.ts';
import type { FrontView } from './front-view.ts';
import {
  cap,
  combed,
  curlsOver,
  fallen,
  type HairShapes,
  hanging,
  longHair,
  natural,
  padded,
  risen,
  swept,
} from './hair-outlines.ts';
import { bothSides, mirror, type Point, steps } from './outline.ts';

const none: HairShapes = { behind: [], before: [], lines: [], curls: [] };

const styles: Readonly<Record<HairStyle, (view: FrontView, random: Random) => HairShapes>> = {
  bald: () => none,
  buzz: (view) => ({
    ...none,
    before: [cap(view, { top: 0.025, side: 0.015, end: 6, line: natural })],
    opacity: 0.82,
  }),
  receding: (view) => {
    const outer = padded(view, { top: 0.03, side: 0.05, end: 6.6, line: [] }).filter(([, y]) => y < 0.55);
    const side: Point[] = [...outer, [0.62, -0.1], [0.57, 0.12], [0.55, 0.36], [0.58, 0.5]];
    return { ...none, before: [side, mirror(side)] };
  },
  short: (view) => {
    const plan = { top: 0.11, side: 0.05, end: 6.1, line: natural };
    return { ...none, before: [cap(view, plan), swept], lines: combed(view, plan, [0.3, 0.98]) };
  },
  quiff: (view) => {
    const plan = { top: 0.1, side: 0.035, end: 6.1, line: natural };
    const lines = [-0.4, -0.2, 0, 0.2, 0.4].map((x): Point[] => [
      [x, 0.7],
      [x * 1.15, 0.95],
      [x * 0.95 + 0.04, 1.2],
    ]);
    return { ...none, before: [cap(view, plan), risen], lines };
  },
  fringe: (view) => {
    const plan = { top: 0.12, side: 0.07, end: 6.3, line: natural };
    return {
      ...none,
      before: [cap(view, plan), fallen(0.34, 0.07)],
      lines: combed(view, plan, [0, 1.08]),
    };
  },
  pixie: (view) => {
    const plan = { top: 0.13, side: 0.08, end: 6.6, line: natural };
    return {
      ...none,
      before: [cap(view, plan), swept.map(([x, y]): Point => [x, y - 0.05 * ramp(0, -0.6, x)])],
      lines: combed(view, plan, [0.3, 1]),
    };
  },
  curly: (view, random) => {
    const plan = { top: 0.2, side: 0.12, end: 6.2, line: natural };
    return { ...none, before: [cap(view, plan)], curls: curlsOver(view, plan, 110, 0.085, random) };
  },
  afro: (view, random) => {
    const plan = { top: 0.42, side: 0.36, end: 6.6, line: natural };
    const behind = [bothSides([...padded(view, plan), [0.6, -0.45], [0, -0.5]])];
    return {
      ...none,
      behind,
      before: [cap(view, plan)],
      curls: curlsOver(view, plan, 190, 0.085, random),
    };
  },
  bob: () => {
    const { panel, back } = hanging(-0.78, 0.8, 0);
    return {
      behind: [back],
      before: [panel, mirror(panel), fallen(0.33, 0.025)],
      lines: fallen(0.36, 0)
        .slice(5, -1)
        .map(([x, y]): Point[] => [
          [x * 0.6, 1.02],
          [x * 0.95, 0.75],
          [x, y + 0.02],
        ]),
      curls: [],
    };
  },
  long: () => longHair(-1.62, 0.8, 0),
  wavy: () => longHair(-1.5, 0.84, 0.035),
  bun: (view) => {
    const plan = { top: 0.06, side: 0.04, end: 6.3, line: natural };
    const ball = steps(15).map(
      (t): Point => [0.24 * Math.cos(2 * Math.PI * t), 1.16 + 0.2 * Math.sin(2 * Math.PI * t)],
    );
    return {
      ...none,
      behind: [ball],
      before: [cap(view, plan)],
      lines: combed(view, plan, [0, 1.02]),
    };
  },
  ponytail: (view) => {
    const plan = { top: 0.07, side: 0.04, end: 6.3, line: natural };
    const tail: Point[] = [
      [0.2, 0.95],
      [0.75, 0.9],
      [1.0, 0.45],
      [0.98, -0.2],
      [0.86, -0.75],
      [0.7, -0.4],
      [0.66, 0.2],
    ];
    return { ...none, behind: [tail], before: [cap(view, plan)], lines: combed(view, plan, [0, 1.0]) };
  },
};

export const hairShapes = (view: FrontView): HairShapes =>
  styles[view.look.hair.style](view, seededRandom(11));
