import type { Elements } from './elements.ts';
import type { PageParameters } from './parameters.ts';

/** Shows a small picture of the avatar until its face is drawn. A dark page has a dark backdrop. */
export function prepareStage({ stage }: Elements, parameters: PageParameters): void {
  const { avatarId, backgroundColor, theme } = parameters;
  const isDark = theme === undefined ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark';
  if (isDark && backgroundColor === undefined) stage.dataset.backdrop = 'dark';
  const picture = document.createElement('img');
  picture.className = 'waiting';
  picture.alt = '';
  // There is none of a private avatar or of one with an own look.
  picture.onload = () => {
    stage.prepend(picture);
    stage.style.setProperty('--wall', cornerOf(picture));
  };
  picture.src = `/sdk/picture/${encodeURIComponent(avatarId)}`;
}

/** The colour behind the person. The stage has it before the face is drawn. */
function cornerOf(picture: HTMLImageElement): string {
  const brush = new OffscreenCanvas(1, 1).getContext('2d');
  brush?.drawImage(picture, 0, 0);
  const [red = 0, green = 0, blue = 0] = brush?.getImageData(0, 0, 1, 1).data ?? [];
  return `rgb(${red} ${green} ${blue})`;
}
