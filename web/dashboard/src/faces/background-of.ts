import { presets } from '@parley/face/rules';
import type { Look } from '@parley/protocol/management';

/** The background colours of a face, shown until the face is loaded. */
export function backgroundOf(look: Look): string {
  const preset = presets[(look || 'mara') as keyof typeof presets] ?? presets.mara;
  const { top, bottom } =
    typeof look === 'string' ? preset.background : { ...preset.background, ...lookColours(look) };
  return `linear-gradient(${top}, ${bottom})`;
}

function lookColours({ background }: Record<string, unknown>): { top?: string; bottom?: string } {
  const isColours = typeof background === 'object' && background !== null && 'top' in background;
  return isColours ? (background as { top: string; bottom: string }) : {};
}
