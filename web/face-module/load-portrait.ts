import { nearestPortrait, type Portrait, type RequestedLook, readPortrait } from '@parley/face/portrait';

/** The avatar's own pictures, else those of the preset that is most like it. A preset is its own nearest one. */
export async function loadPortrait({ look, portrait }: RequestedLook, moves: boolean): Promise<Portrait> {
  const own = portrait === undefined ? null : await fetched(portrait).catch(() => null);
  return readPortrait(own ?? (await fetched(portraitFiles[nearestPortrait(look)])), moves);
}

async function fetched(file: string): Promise<Blob> {
  const response = await fetch(new URL(file, import.meta.url));
  if (!response.ok) throw new Error(`The pictures could not be loaded: status ${response.status}.`);
  return response.blob();
}
