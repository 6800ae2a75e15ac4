import type { FaceLook } from '../../packages/face/src/look/face-look.ts';
import { lookPresetNames, type PresetName, presets } from '../../packages/face/src/look/presets.ts';
import { visemeList } from '../../packages/face/src/motion/visemes.ts';
import { draw3d, drawFlat, mouthCrop, type Size } from './drawing.ts';
import { frameOf, sheetPoses, visemeFrame } from './poses.ts';

type Cell = { readonly title: string; readonly picture: Element };

const portrait: Size = { width: 200, height: 230 };
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

const sheets = {
  /** Each person in four modes: two people in a row. */
  people: (names: readonly PresetName[]) =>
    showGrid(
      names.flatMap((name) =>
        sheetPoses.map((pose) => ({
          title: `${name}, ${pose.title}`,
          picture: draw3d(presets[name], frameOf(pose), portrait),
        })),
      ),
      2 * sheetPoses.length,
    ),
  /** The fifteen mouth shapes of each person, close up. */
  mouths: (names: readonly PresetName[]) =>
    showGrid(
      names.flatMap((name) =>
        visemeList.map((viseme) => ({
          title: `${name}, ${viseme}`,
          picture: draw3d(mouthLooks[name], visemeFrame(viseme), closeUp, mouthCrop),
        })),
      ),
      5,
    ),
  /** The same for the flat drawing. */
  'flat-mouths': (names: readonly PresetName[]) =>
    showGrid(
      names.flatMap((name) =>
        visemeList.map((viseme) => ({
          title: `${name}, ${viseme}`,
          picture: drawFlat(presets[name], visemeFrame(viseme), closeUp, mouthCrop),
        })),
      ),
      5,
    ),
  /** Emotions in silence and in speech. Sealed lips stay sealed. */
  feelings: (names: readonly PresetName[]) =>
    showGrid(
      names.flatMap((name) =>
        (['happy', 'sad', 'surprised', 'concerned', 'thinking'] as const).flatMap((emotion) =>
          (['sil', 'PP', 'aa', 'I', 'U'] as const).map((viseme) => ({
            title: `${name}, ${emotion}, ${viseme}`,
            picture: draw3d(mouthLooks[name], visemeFrame(viseme, emotion), closeUp, mouthCrop),
          })),
        ),
      ),
      5,
    ),
  /** 3D and flat side by side, at rest and speaking. */
  both: (names: readonly PresetName[]) =>
    showGrid(
      names.flatMap((name) =>
        sheetPoses
          .filter(({ mode }) => mode === 'idle' || mode === 'talking')
          .flatMap((pose) => {
            const frame = frameOf(pose);
            return [
              { title: `${name}, 3D`, picture: draw3d(presets[name], frame, portrait) },
              { title: `${name}, flat`, picture: drawFlat(presets[name], frame, portrait) },
            ];
          }),
      ),
      8,
    ),
  /** A page, a phone and a small widget. */
  sizes: ([page = 'mara', phone = 'jonas', widget = 'amara']: readonly PresetName[]) =>
    showGrid(
      (
        [
          [page, { width: 1280, height: 720 }],
          [phone, { width: 390, height: 720 }],
          [widget, { width: 300, height: 400 }],
        ] as const
      ).map(([name, size]) => ({
        title: `${name}, ${size.width} × ${size.height}`,
        picture: draw3d(presets[name], frameOf({ title: '', mode: 'idle' }), size),
      })),
      3,
    ),
};

export type SheetName = keyof typeof sheets;

const isPreset = (name: string): name is PresetName => (lookPresetNames as readonly string[]).includes(name);

Object.assign(window, {
  drawSheet: (sheet: SheetName, names: readonly string[]): void => {
    const wanted = names.filter(isPreset);
    sheets[sheet](wanted.length > 0 ? wanted : lookPresetNames);
  },
});
