import type { FaceLook } from '../../packages/face/src/look/face-look.ts';
import { lookPresetNames, type PresetName, presets } from '../../packages/face/src/look/presets.ts';
import { type Viseme, visemeList } from '../../packages/face/src/motion/visemes.ts';
import { readPortrait } from '../../packages/face/src/portrait/portrait.ts';
import type { Emotion } from '../../packages/protocol/src/index.ts';
import { draw3d, drawPictures, mouthCrop, type Size } from './drawing.ts';
import { bothPoses, frameOf, sheetPoses, visemeFrame } from './poses.ts';

type Cell = { readonly title: string; readonly picture: Element };

const portrait: Size = { width: 200, height: 230 };
const small: Size = { width: 116, height: 134 };
const closeUp: Size = { width: 240, height: 200 };

/** Hair is out of view close up, and drawing it in software takes most of the time. */
const mouthLooks = Object.fromEntries(
  lookPresetNames.map((name) => [name, { ...presets[name], hair: { ...presets[name].hair, style: 'bald' } }]),
) as Readonly<Record<PresetName, FaceLook>>;

function showGrid(cells: readonly Cell[], columns: number): void {
  const sheet = document.createElement('div');
  sheet.id = 'sheet';
  Object.assign(sheet.style, {
    display: 'inline-grid',
    gridTemplateColumns: `repeat(${columns}, auto)`,
    gap: '6px',
    padding: '6px',
    background: '#fff',
    font: '12px sans-serif',
    color: '#333',
    alignItems: 'start',
  });
  for (const { title, picture } of cells) {
    const cell = document.createElement('div');
    const caption = document.createElement('div');
    caption.textContent = title;
    if (picture instanceof HTMLElement || picture instanceof SVGElement) picture.style.display = 'block';
    cell.append(picture, caption);
    sheet.append(cell);
  }
  document.body.replaceChildren(sheet);
}

/** The script of the sheets provides the files of the repository. */
declare const portraitBytes: (name: string) => Promise<string>;
const portraitFile = async (name: PresetName): Promise<Blob> =>
  new Blob([Uint8Array.from(atob(await portraitBytes(name)), (letter) => letter.charCodeAt(0))]);

type Sheet = {
  readonly columns: number;
  cells(name: PresetName, index: number): readonly Cell[] | Promise<readonly Cell[]>;
};

const mouths = (draw: (name: PresetName, viseme: Viseme) => Element): Sheet => ({
  columns: 5,
  cells: (name) => visemeList.map((viseme) => ({ title: `${name}, ${viseme}`, picture: draw(name, viseme) })),
});
const closeMouth = (name: PresetName, viseme: Viseme, emotion?: Emotion): Element =>
  draw3d(mouthLooks[name], visemeFrame(viseme, emotion), closeUp, mouthCrop);

/** A page, a phone and a small widget. */
const sizes: readonly Size[] = [
  { width: 1280, height: 720 },
  { width: 390, height: 720 },
  { width: 300, height: 400 },
];

const sheets = {
  /** Each person in four modes: two people in a row. */
  people: {
    columns: 2 * sheetPoses.length,
    cells: (name) =>
      sheetPoses.map((pose) => ({
        title: `${name}, ${pose.title}`,
        picture: draw3d(presets[name], frameOf(pose), portrait),
      })),
  },
  /** The fifteen mouth shapes of each person, close up. */
  mouths: mouths(closeMouth),
  /** Emotions in silence and in speech. Sealed lips stay sealed. */
  feelings: {
    columns: 5,
    cells: (name) =>
      (['happy', 'sad', 'surprised', 'concerned', 'thinking'] as const).flatMap((emotion) =>
        (['sil', 'PP', 'aa', 'I', 'U'] as const).map((viseme) => ({
          title: `${name}, ${emotion}, ${viseme}`,
          picture: closeMouth(name, viseme, emotion),
        })),
      ),
  },
  /** 3D beside pictures: at rest, in six mouth shapes and four feelings. */
  both: {
    columns: 22,
    cells: async (name) => {
      const pictures = await readPortrait(await portraitFile(name), true);
      return bothPoses.flatMap(([title, frame]) => [
        { title: `${name}, ${title}`, picture: draw3d(presets[name], frame, small) },
        { title: 'pictures', picture: drawPictures(pictures, presets[name], frame, small) },
      ]);
    },
  },
  /** The first people, one in each size. */
  sizes: {
    columns: sizes.length,
    cells: (name, index) =>
      sizes.slice(index, index + 1).map((size) => ({
        title: `${name}, ${size.width} × ${size.height}`,
        picture: draw3d(presets[name], frameOf({ title: '', mode: 'idle' }), size),
      })),
  },
} satisfies Record<string, Sheet>;

export type SheetName = keyof typeof sheets;

const isPreset = (name: string): name is PresetName => (lookPresetNames as readonly string[]).includes(name);

Object.assign(window, {
  isReady: true,
  drawSheet: async (sheet: SheetName, names: readonly string[]): Promise<void> => {
    const wanted = names.filter(isPreset);
    const { cells, columns }: Sheet = sheets[sheet];
    const all: Cell[] = [];
    for (const [i, name] of (wanted.length > 0 ? wanted : lookPresetNames).entries())
      all.push(...(await cells(name, i)));
    showGrid(all, columns);
  },
});
