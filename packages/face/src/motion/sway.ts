import { between, type Random } from '../maths/random.ts';

/** Slow drift of the head, each about −1 to 1. Unrelated periods keep the movement from visibly repeating. */
export function createSway(random: Random) {
  const wave = (): ((nowMs: number) => number) => {
    const parts = [5300, 7900, 3100].map((periodMs, i) => ({
      speed: (2 * Math.PI) / (periodMs * between(random, 0.85, 1.15)),
      phase: between(random, 0, 2 * Math.PI),
      size: [0.5, 0.38, 0.16][i] ?? 0,
    }));
    return (nowMs) => parts.reduce((sum, p) => sum + p.size * Math.sin(nowMs * p.speed + p.phase), 0);
  };
  const [pitch, yaw, roll] = [wave(), wave(), wave()];
  return (nowMs: number) => ({ pitch: pitch(nowMs), yaw: yaw(nowMs), roll: roll(nowMs) });
}

const breathMs = 4200;

/** Breathing, −1 to 1: in a little faster than out, with a short rest. */
export function breathAt(nowMs: number): number {
  const t = (nowMs % breathMs) / breathMs;
  const warped = t < 0.42 ? (0.5 * t) / 0.42 : 0.5 + (0.5 * (t - 0.42)) / 0.58;
  return -Math.cos(2 * Math.PI * warped);
}
