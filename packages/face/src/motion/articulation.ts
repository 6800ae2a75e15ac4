import type { Expression, ExpressionWeights } from '../head/expressions.ts';
import { clamp, ramp } from '../maths/smooth.ts';
import { type TimedViseme, trackEndMs } from './mouth-track.ts';
import { type Viseme, visemeShapes } from './visemes.ts';

/**
 * How one part of the mouth moves. It starts `leadMs` before a shape, on average, and leaves it within `lagMs`. If
 * `grip` is small, a shape has little influence on this part, and its neighbours decide.
 */
interface Part {
  readonly movements: readonly Expression[];
  readonly leadMs: number;
  readonly lagMs: number;
  readonly grip: Readonly<Partial<Record<Viseme, number>>>;
  readonly usualGrip: number;
}

/** The jaw is heavy and slow, lips are quicker, rounding comes early and stays long, the tongue is the quickest. */
const parts: readonly Part[] = [
  {
    movements: ['jawOpen'],
    leadMs: 62,
    lagMs: 74,
    grip: { aa: 1.6, O: 1.4, E: 1.3, I: 1.1, SS: 2.2, CH: 2, FF: 1.3, PP: 0.9, kk: 0.6, RR: 0.7, sil: 1.2 },
    usualGrip: 0.8,
  },
  {
    movements: ['mouthUpperUp', 'mouthLowerDown', 'mouthStretch'],
    leadMs: 44,
    lagMs: 54,
    grip: { SS: 1.6, I: 1.5, FF: 1.4, U: 1.6, O: 1.5, PP: 0.5, kk: 0.5, RR: 0.7 },
    usualGrip: 1,
  },
  {
    movements: ['mouthPucker', 'mouthFunnel'],
    leadMs: 105,
    lagMs: 80,
    grip: { U: 3.2, O: 2.6, CH: 2.4, RR: 1.3, I: 1.1, E: 0.9, aa: 0.8, SS: 0.4, FF: 0.35, sil: 0.7 },
    usualGrip: 0.15,
  },
  {
    movements: ['tongueUp', 'tongueOut'],
    leadMs: 26,
    lagMs: 30,
    grip: { TH: 3, DD: 2.4, nn: 2.4, SS: 1.4, CH: 1.4, RR: 1.3, PP: 0.1, FF: 0.15 },
    usualGrip: 0.7,
  },
];

/** Movements that must reach their goal however fast the speech is: lips that touch lips or teeth. */
const contacts = ['mouthClose', 'mouthPress', 'mouthRollLower'] as const;
/** The minimum duration of a contact. It is longer than one frame at 60 Hz, so that it is always visible. */
const minContactMs = 22;
const closeMs = 72;
const openMs = 68;
/** Beyond this distance a shape has no influence. */
const farMs = 600;
const vowels: ReadonlySet<Viseme> = new Set(['aa', 'E', 'I', 'O', 'U']);

/** The movements of jaw, lips and tongue at a time of the track, each 0 to 1. */
export function articulationAt(track: readonly TimedViseme[], atMs: number): ExpressionWeights {
  const near = track.filter(
    ({ viseme, startMs, durationMs }) =>
      visemeShapes[viseme] && startMs - atMs < farMs && atMs - startMs - durationMs < farMs,
  );
  if (near.length === 0) return {};
  const [startMs, endMs] = [track[0]?.startMs ?? 0, trackEndMs(track)];
  const weights: Partial<Record<Expression, number>> = {};
  for (const part of parts) {
    const rest = (part.grip.sil ?? part.usualGrip) * silence(part, startMs - atMs, atMs - endMs);
    const shares = near.map((item) => influence(part, item, atMs));
    const total = shares.reduce((sum, share) => sum + share, rest);
    for (const movement of part.movements) {
      const sum = near.reduce((so, item, i) => so + (shares[i] ?? 0) * goal(item, movement), 0);
      if (sum > 0.002 * total) weights[movement] = clamp(sum / total, 0, 1);
    }
  }
  for (const movement of contacts) {
    const weight = Math.max(
      ...near.map((item) => contact(item, atMs) * (visemeShapes[item.viseme][movement] ?? 0)),
    );
    if (weight > 0) weights[movement] = weight;
  }
  return weights;
}

/** A short vowel does not reach its full shape. */
function goal({ viseme, durationMs }: TimedViseme, movement: Expression): number {
  const wanted = visemeShapes[viseme][movement] ?? 0;
  return vowels.has(viseme) ? wanted * clamp(0.5 + durationMs / 180, 0.6, 1) : wanted;
}

/** The influence of a shape on a part: full in its middle, fading before and after it. */
function influence({ leadMs, lagMs, grip, usualGrip }: Part, item: TimedViseme, atMs: number): number {
  const inset = item.durationMs * 0.25;
  const before = item.startMs + inset - atMs;
  const after = atMs - (item.startMs + item.durationMs - inset);
  const away = before > 0 ? before / leadMs : after > 0 ? after / lagMs : 0;
  return (grip[item.viseme] ?? usualGrip) * fading(away);
}

/** The silence around the track. It grows without a limit, so that the mouth comes to rest. */
const silence = ({ leadMs, lagMs }: Part, beforeMs: number, afterMs: number): number =>
  fading(-beforeMs / (0.6 * leadMs)) + fading(-afterMs / (0.6 * lagMs));

/** 1 at no distance, less and less beyond. A negative distance is inside. The start is flat, so that nothing jerks. */
const fading = (away: number): number =>
  away < 0 ? Math.min(400, Math.exp(-away)) : Math.exp(-away * Math.sqrt(away / (0.6 + away)));

/** 1 while lips touch, rising before and falling after it. */
function contact({ startMs, durationMs }: TimedViseme, atMs: number): number {
  const middle = startMs + durationMs / 2;
  const half = Math.max(minContactMs, 0.6 * durationMs) / 2;
  return (
    ramp(middle - half - closeMs, middle - half, atMs) * ramp(middle + half + openMs, middle + half, atMs)
  );
}
