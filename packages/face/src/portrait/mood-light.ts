import { mix } from '../maths/smooth.ts';

/** By how much a glad mood strengthens red, green and blue in the light on a person, and behind it. */
const onPerson = [0.06, 0.02, -0.05];
export const onBackground = [0.035, 0.01, -0.04];

const bright = 0.62;
const room = 1 - bright;

/** The tone curve of the 3D face, and its inverse. Both take and give 0 to 1. */
const develop = (light: number): number => {
  const over = Math.max(light - bright, 0);
  return (Math.min(light, bright) + room * (1 - Math.exp(-over / room))) ** (1 / 2.2);
};
const developed = (shown: number): number => {
  const value = shown ** 2.2;
  return value <= bright ? value : bright - room * Math.log(1 - Math.min(0.999, (value - bright) / room));
};

/** For red, green and blue: what each value becomes when the mood of the light changes. */
export const changesOfLight = (from: number, to: number): readonly Uint8ClampedArray[] =>
  onPerson.map((part) => {
    const gain = mix(1, 1 + part, to) / mix(1, 1 + part, from);
    return Uint8ClampedArray.from(
      { length: 256 },
      (_, value) => 255 * develop(gain * developed(value / 255)),
    );
  });
