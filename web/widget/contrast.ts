/** Black or white, whichever is easier to read on a computed colour such as `rgb(28, 99, 184)`. */
export function readableOn(colour: string): string {
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number).map(linear);
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  // Contrast with black is (luminance + 0.05) / 0.05, with white 1.05 / (luminance + 0.05).
  return (luminance + 0.05) ** 2 > 1.05 * 0.05 ? '#000' : '#fff';
}

/** The luminance of one channel, as defined by WCAG. */
function linear(channel: number): number {
  const part = channel / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}
