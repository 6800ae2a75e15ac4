import { clamp } from '../maths/smooth.ts';
import type { Colour } from './face-look.ts';

type Channels = readonly [red: number, green: number, blue: number];

export function channelsOf(colour: Colour): Channels {
  const value = Number.parseInt(colour.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

export function colourOf(channels: Channels): Colour {
  const hex = channels.map((c) =>
    Math.round(clamp(c, 0, 255))
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${hex.join('')}`;
}

export function mixColours(a: Colour, b: Colour, share: number): Colour {
  const [x, y] = [channelsOf(a), channelsOf(b)];
  return colourOf([x[0] + (y[0] - x[0]) * share, x[1] + (y[1] - x[1]) * share, x[2] + (y[2] - x[2]) * share]);
}

/** Perceived brightness, 0 to 1. */
export function brightness(colour: Colour): number {
  const [r, g, b] = channelsOf(colour);
  return (0.299 * r + 0.587 * g + 0.114 * b) / 255;
}

/** Darker and redder, as skin is in its folds and hair at its roots. */
export function deeper(colour: Colour, by: number): Colour {
  const [r, g, b] = channelsOf(colour);
  return colourOf([r * (1 - 0.72 * by), g * (1 - by), b * (1 - 0.96 * by)]);
}

export function lighter(colour: Colour, by: number): Colour {
  return mixColours(colour, '#ffffff', by);
}

export const withAlpha = (colour: Colour, alpha: number): string => {
  const [r, g, b] = channelsOf(colour);
  return `rgba(${r}, ${g}, ${b}, ${clamp(alpha, 0, 1)})`;
};

/** The colour of blood under this skin: rosy on fair skin, warm brown on dark skin. */
export const flush = (skin: Colour): Colour => {
  const light = brightness(skin);
  return mixColours(skin, light > 0.5 ? '#e0523f' : '#8f2b1c', 0.55);
};
