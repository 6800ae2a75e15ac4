import { describe, expect, it } from 'vitest';
import { lookPresetNames, presets } from '../../look/presets.ts';
import { add, scale, type Vector } from '../../maths/vector.ts';
import { mouthWeights } from '../../motion/mouth-weights.ts';
import { type Viseme, visemePlans } from '../../motion/visemes.ts';
import { type Expression, expressionNames } from '../expressions.ts';
import { type HeadForm, headForm } from '../head-form.ts';
import { innerMesh, innerMorphs, innerPose } from './inner-mesh.ts';
import { lipLine } from './lips.ts';
import { mouthPose } from './mouth-poses.ts';
import { teethForm, teethSheet } from './teeth.ts';
import { tongueSheet } from './tongue.ts';

const forms = lookPresetNames.map((name) => [name, headForm(presets[name])] as const);
type Weights = Readonly<Partial<Record<Expression, number>>>;
const spoken = (viseme: Viseme, expressions: Weights = {}): Weights =>
  mouthWeights(expressions, visemePlans[viseme].shape);

/** The edge of a lip at a distance from the middle. */
function lipEdge(form: HeadForm, weights: Weights, isUpper: boolean, x = 0): Vector {
  const at: Vector = [x, lipLine(x, form.mouth), 0.81];
  const point = { at, isUpper, station: 9, angle: x / 0.58 };
  return expressionNames.reduce<Vector>(
    (sum, name) => add(sum, scale(mouthPose(name, point, form) ?? [0, 0, 0], weights[name] ?? 0)),
    at,
  );
}

function inner(form: HeadForm, weights: Weights, sheet: ReturnType<typeof teethSheet>): Vector[] {
  return sheet.points
    .flat()
    .map((at) =>
      innerMorphs.reduce<Vector>(
        (sum, name) => add(sum, scale(innerPose(name, at, sheet.moves, form), weights[name] ?? 0)),
        at,
      ),
    );
}
const inFront = (points: readonly Vector[]): Vector[] =>
  points.filter(([x, , z]) => Math.abs(x) < 0.03 && z > 0.6);
const highest = (points: readonly Vector[]): number => Math.max(...points.map(([, y]) => y));
const foremost = (points: readonly Vector[]): number => Math.max(...points.map(([, , z]) => z));

describe('teeth and tongue', () => {
  it.for(forms)('[MO7] keep their size whatever the lips do: %s', (pair) => {
    const [, form] = pair;
    const { morphs } = innerMesh(form);
    expect(morphs.map(({ name }) => name)).toEqual(['jawOpen', 'tongueUp', 'tongueOut']);
    for (const name of innerMorphs)
      for (const at of teethSheet(form, 1).points.flat())
        expect(innerPose(name, at, 'skull', form)).toEqual([0, 0, 0]);
    const lower = teethSheet(form, -1);
    const [rest, open] = [inner(form, {}, lower), inner(form, { jawOpen: 1 }, lower)];
    const width = (points: readonly Vector[]): number => Math.max(...points.map(([x]) => x));
    expect(width(open)).toBeCloseTo(width(rest), 6);
  });

  it.for(forms)(
    '[MO7] hide the lower teeth behind the lip in O and U, and show the upper ones: %s',
    (pair) => {
      const [, form] = pair;
      for (const viseme of ['O', 'U'] as const) {
        const weights = spoken(viseme);
        const lip = lipEdge(form, weights, false)[1];
        expect(highest(inFront(inner(form, weights, teethSheet(form, -1)))), viseme).toBeLessThan(lip);
        expect(teethForm(form).upperEdge, viseme).toBeLessThan(lipEdge(form, weights, true)[1]);
        expect(teethForm(form).upperEdge, viseme).toBeGreaterThan(lip);
      }
    },
  );

  it.for(forms)('[MO8] the tongue shows in A, touches teeth in D and N and passes them in TH: %s', (pair) => {
    const [, form] = pair;
    const tongue = tongueSheet(form);
    const teeth = teethForm(form);
    const open = spoken('aa');
    expect(highest(inner(form, open, tongue))).toBeGreaterThan(lipEdge(form, open, false)[1] + 0.02);
    for (const viseme of ['DD', 'nn'] as const) {
      const tip = inner(form, spoken(viseme), tongue).filter(([, , z]) => z > 0.68);
      expect(Math.abs(highest(tip) - teeth.upperEdge), viseme).toBeLessThan(0.03);
      expect(foremost(tip), viseme).toBeLessThan(teeth.frontZ);
    }
    expect(foremost(inner(form, spoken('TH'), tongue))).toBeGreaterThan(teeth.frontZ + 0.02);
  });
});

describe('lips', () => {
  const across = [0, 0.05, 0.1, 0.15];

  it.for(forms)('[MO2] seal in P, also with an open jaw and a smile: %s', (pair) => {
    const [, form] = pair;
    for (const expressions of [
      {},
      { jawOpen: 0.6, mouthSmileLeft: 1, mouthSmileRight: 1, mouthUpperUp: 0.5 },
    ]) {
      const weights = spoken('PP', expressions);
      for (const x of across)
        expect(lipEdge(form, weights, true, x)[1] - lipEdge(form, weights, false, x)[1]).toBeLessThan(0.004);
    }
  });

  it.for(forms)('[MO1] the lower one reaches the upper teeth in F, also with an open jaw: %s', (pair) => {
    const [, form] = pair;
    for (const expressions of [{}, { jawOpen: 0.4 }]) {
      const [, y, z] = lipEdge(form, spoken('FF', expressions), false);
      expect(Math.abs(y - teethForm(form).upperEdge)).toBeLessThan(0.02);
      expect(z - teethForm(form).frontZ).toBeLessThan(0.04);
    }
  });

  it.for(forms)('open more in A than in E than in I, and are narrow in U: %s', (pair) => {
    const [, form] = pair;
    const gap = (viseme: Viseme): number =>
      lipEdge(form, spoken(viseme), true)[1] - lipEdge(form, spoken(viseme), false)[1];
    expect(gap('aa')).toBeGreaterThan(gap('E'));
    expect(gap('E')).toBeGreaterThan(gap('I'));
    const corner = (viseme: Viseme): number => lipEdge(form, spoken(viseme), true, form.mouth.halfWidth)[0];
    expect(corner('U')).toBeLessThan(0.65 * corner('I'));
    // Narrower than this, the mouth of a doll.
    for (const viseme of ['O', 'U', 'CH'] as const)
      expect(corner(viseme), viseme).toBeGreaterThan(0.65 * form.mouth.halfWidth);
    expect(lipEdge(form, spoken('U'), true)[2]).toBeGreaterThan(lipEdge(form, spoken('I'), true)[2] + 0.05);
  });
});
