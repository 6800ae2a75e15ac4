import type { Expression, ExpressionWeights } from '../head/expressions.ts';
import { clamp, ramp } from '../maths/smooth.ts';
import { distanceFrom, type TimedViseme, trackEndMs } from './mouth-track.ts';
import table from './tables/articulation.json' with { type: 'json' };
import { isVowel, type Viseme, visemePlans } from './visemes.ts';

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
const parts = table as readonly Part[];

/** Movements that must reach their goal however fast the speech is: lips that touch lips or teeth. */
const contacts = ['mouthClose', 'mouthPress', 'mouthRollLower'] as const;
/** The minimum duration of a contact. It is longer than one frame at 60 Hz, so that it is always visible. */
const minContactMs = 22;
const closeMs = 72;
const openMs = 68;
/** Beyond this distance a shape has no influence. */
const farMs = 600;

/** The movements of jaw, lips and tongue at a time of the track, each 0 to 1. */
export function articulationAt(track: readonly TimedViseme[], atMs: number): ExpressionWeights {
  const near = track.filter(
    ({ viseme, startMs, durationMs }) =>
      visemePlans[viseme] && startMs - atMs < farMs && atMs - startMs - durationMs < farMs,
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
      ...near.map((item) => contact(item, atMs) * (visemePlans[item.viseme].shape[movement] ?? 0)),
    );
    if (weight > 0) weights[movement] = weight;
  }
  return weights;
}

/** A short vowel does not reach its full shape. */
function goal({ viseme, durationMs }: TimedViseme, movement: Expression): number {
  const wanted = visemePlans[viseme].shape[movement] ?? 0;
  return isVowel(viseme) ? wanted * clamp(0.5 + durationMs / 180, 0.6, 1) : wanted;
}

/** The influence of a shape on a part: full in its middle, fading before and after it. */
const influence = ({ leadMs, lagMs, grip, usualGrip }: Part, item: TimedViseme, atMs: number): number =>
  (grip[item.viseme] ?? usualGrip) * fading(distanceFrom(item, atMs, leadMs, lagMs));

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
