import type { HairStyle } from '../look/face-look.ts';
import { type Random, seededRandom } from '../maths/random.ts';
import { ramp } from '../maths/smooth.ts';
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
import type { Sitter } from './sitter.ts';

const none: HairShapes = { behind: [], before: [], lines: [], curls: [] };

const styles: Readonly<Record<HairStyle, (sitter: Sitter, random: Random) => HairShapes>> = {
  bald: () => none,
  buzz: (sitter) => ({
    ...none,
    before: [cap(sitter, { top: 0.025, side: 0.015, end: 6, line: natural })],
    opacity: 0.82,
  }),
  receding: (sitter) => {
    const outer = padded(sitter, { top: 0.03, side: 0.05, end: 6.6, line: [] }).filter(([, y]) => y < 0.55);
    const side: Point[] = [...outer, [0.62, -0.1], [0.57, 0.12], [0.55, 0.36], [0.58, 0.5]];
    return { ...none, before: [side, mirror(side)] };
  },
  short: (sitter) => {
    const plan = { top: 0.11, side: 0.05, end: 6.1, line: natural };
    return { ...none, before: [cap(sitter, plan), swept], lines: combed(sitter, plan, [0.3, 0.98]) };
  },
  quiff: (sitter) => {
    const plan = { top: 0.1, side: 0.035, end: 6.1, line: natural };
    const lines = [-0.4, -0.2, 0, 0.2, 0.4].map((x): Point[] => [
      [x, 0.7],
      [x * 1.15, 0.95],
      [x * 0.95 + 0.04, 1.2],
    ]);
    return { ...none, before: [cap(sitter, plan), risen], lines };
  },
  fringe: (sitter) => {
    const plan = { top: 0.12, side: 0.07, end: 6.3, line: natural };
    return {
      ...none,
      before: [cap(sitter, plan), fallen(0.34, 0.07)],
      lines: combed(sitter, plan, [0, 1.08]),
    };
  },
  pixie: (sitter) => {
    const plan = { top: 0.13, side: 0.08, end: 6.6, line: natural };
    return {
      ...none,
      before: [cap(sitter, plan), swept.map(([x, y]): Point => [x, y - 0.05 * ramp(0, -0.6, x)])],
      lines: combed(sitter, plan, [0.3, 1]),
    };
  },
  curly: (sitter, random) => {
    const plan = { top: 0.2, side: 0.12, end: 6.2, line: natural };
    return { ...none, before: [cap(sitter, plan)], curls: curlsOver(sitter, plan, 110, 0.085, random) };
  },
  afro: (sitter, random) => {
    const plan = { top: 0.42, side: 0.36, end: 6.6, line: natural };
    const behind = [bothSides([...padded(sitter, plan), [0.6, -0.45], [0, -0.5]])];
    return {
      ...none,
      behind,
      before: [cap(sitter, plan)],
      curls: curlsOver(sitter, plan, 190, 0.085, random),
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
  bun: (sitter) => {
    const plan = { top: 0.06, side: 0.04, end: 6.3, line: natural };
    const ball = steps(15).map(
      (t): Point => [0.24 * Math.cos(2 * Math.PI * t), 1.16 + 0.2 * Math.sin(2 * Math.PI * t)],
    );
    return {
      ...none,
      behind: [ball],
      before: [cap(sitter, plan)],
      lines: combed(sitter, plan, [0, 1.02]),
    };
  },
  ponytail: (sitter) => {
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
    return { ...none, behind: [tail], before: [cap(sitter, plan)], lines: combed(sitter, plan, [0, 1.0]) };
  },
};

export const hairShapes = (sitter: Sitter): HairShapes =>
  styles[sitter.look.hair.style](sitter, seededRandom(11));
