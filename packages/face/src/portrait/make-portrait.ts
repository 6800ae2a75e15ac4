import {
  Color,
  type Material,
  Mesh,
  MeshBasicMaterial,
  MeshDepthMaterial,
  type Object3D,
  PerspectiveCamera,
  Scene,
  WebGLRenderer,
} from 'three';
import { FaceError } from '../face-error.ts';
import type { FaceLook } from '../look/face-look.ts';
import type { FaceFrame } from '../motion/face-frame.ts';
import { framingFor } from '../scene/framing.ts';
import { type Person, personInSteps } from '../scene/person.ts';
import { modelPerson } from '../uploaded-model/model-person.ts';
import {
  atlas,
  type Box,
  irisShift,
  pixelsPerUnit,
  places,
  regions,
  topY,
  usualHeight,
  person as whole,
} from './layout.ts';
import { changesOf, onlyWhere } from './moving-part.ts';
import { portraitFile } from './portrait-file.ts';
import { bleed, depthPicture, matteOf, withoutGlints } from './prepare-pixels.ts';
import { brows, lids, mouths, rest } from './shapes.ts';

const { fieldOfView, distance, centreY } = framingFor(1);
/** Reflections in the eyes are found by comparing two directions of the eyes. */
const lookAside = 0.32;
/** Drawn larger and made smaller, because edges are smoother then. */
const finer = 1.75;

type Progress = (share: number) => void;

/** The pictures of a look, for `createPortraitFace`. Slow without graphics hardware. The progress goes from 0 to 1. */
export const makeLookPortrait = async (look: FaceLook, onProgress?: Progress): Promise<Blob> =>
  makePortrait(() => personInSteps(look), onProgress);

/** The same of a customer's own model. */
export const makeModelPortrait = async (url: string, onProgress?: Progress): Promise<Blob> =>
  makePortrait(() => modelPerson(url), onProgress);

async function makePortrait(
  load: () => Promise<Person>,
  onProgress: Progress = () => undefined,
): Promise<Blob> {
  const renderer = openRenderer();
  let person: Person | undefined;
  try {
    person = await load();
    const studio = openStudio(renderer, person);
    const sheet = document.createElement('canvas');
    Object.assign(sheet, atlas);
    const brush = contextOf(sheet, false);
    const shots = shotsOf(studio);
    for (const [i, shot] of shots.entries()) {
      for (const [place, picture] of shot()) if (place) brush.putImageData(picture, place.x, place.y);
      onProgress((i + 1) / shots.length);
      // The page can react to its owner between two pictures.
      await new Promise((resolve) => setTimeout(resolve));
    }
    return await smallEnough(sheet);
  } finally {
    person?.dispose();
    renderer.dispose();
    renderer.forceContextLoss();
  }
}

/** Pictures and their places in the file. */
type Shot = () => readonly (readonly [Box | undefined, ImageData])[];

function shotsOf({ draw, eyesAs, eyesOnly, depth }: ReturnType<typeof openStudio>): readonly Shot[] {
  const spoken: ImageData[] = [];
  return [
    () => {
      const { colour, matte } = bleed(draw(rest, whole));
      return [
        [places.person, colour],
        [places.matte, matte],
      ];
    },
    ...brows.map(
      (frame, i): Shot =>
        () => [[places.brows[i], bleed(draw(frame, regions.brows)).colour]],
    ),
    ...lids.map(
      (frame, i): Shot =>
        () => {
          const [black, white] = [eyesAs('black', frame), eyesAs('white', frame)];
          return [
            [places.lids[i], bleed(black).colour],
            [places.eyeMattes[i], matteOf(black, white)],
          ];
        },
    ),
    ...mouths.map(
      ({ frame }): Shot =>
        () => {
          spoken.push(bleed(draw(frame, regions.mouth)).colour);
          return [];
        },
    ),
    () => {
      const matte = changesOf(spoken);
      return [
        [places.mouthMatte, matte],
        ...spoken.map((picture, i) => [places.mouths[i], onlyWhere(matte, picture)] as const),
      ];
    },
    () => {
      const { eyes, glints } = withoutGlints(
        eyesOnly(0),
        eyesOnly(lookAside),
        irisShift * Math.sin(lookAside),
      );
      return [
        [places.eyes, eyes],
        [places.glints, glints],
      ];
    },
    () => [[places.depth, depthPicture(depth(), distance)]],
  ];
}

async function smallEnough(sheet: HTMLCanvasElement): Promise<Blob> {
  for (const quality of [0.86, 0.8, 0.74, 0.66, 0.56, 0.45]) {
    const blob = await new Promise<Blob | null>((resolve) => sheet.toBlob(resolve, 'image/webp', quality));
    if (blob?.type === 'image/webp' && blob.size <= portraitFile.maxBytes) return blob;
  }
  throw new FaceError('portrait-failed', 'This browser cannot write pictures as WebP.');
}

const contextOf = (canvas: HTMLCanvasElement, alpha = true): CanvasRenderingContext2D => {
  const brush = canvas.getContext('2d', { willReadFrequently: true, alpha });
  if (!brush) throw new FaceError('portrait-failed', 'This browser has no canvas.');
  return brush;
};

function openRenderer(): WebGLRenderer {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('webgl2', { alpha: true, antialias: true, preserveDrawingBuffer: true });
  if (!context) throw new FaceError('webgl-missing', 'This browser offers no WebGL 2.');
  const renderer = new WebGLRenderer({ canvas, context });
  renderer.setClearColor(new Color(0), 0);
  return renderer;
}

/** A scene that draws any part of the view of the usual camera. */
function openStudio(renderer: WebGLRenderer, person: Person) {
  const scene = new Scene();
  scene.add(person.group);
  const camera = new PerspectiveCamera(fieldOfView, 1, distance - 3, distance + 3);
  camera.position.set(0, centreY + 0.12, distance);
  camera.lookAt(0, centreY, 0);
  const copy = document.createElement('canvas');
  const brush = contextOf(copy);

  const draw = (frame: FaceFrame, { x, y, width, height }: Box): ImageData => {
    renderer.setSize(finer * width, finer * height, false);
    const left = (whole.width - usualHeight) / 2;
    const top = (topY - centreY) * pixelsPerUnit - usualHeight / 2;
    camera.setViewOffset(usualHeight, usualHeight, x - left, y - top, width, height);
    person.apply(frame);
    renderer.render(scene, camera);
    Object.assign(copy, { width, height });
    brush.imageSmoothingQuality = 'high';
    brush.drawImage(renderer.domElement, 0, 0, width, height);
    return brush.getImageData(0, 0, width, height);
  };
  return {
    draw,
    /** The surroundings of the eyes, with eyes of one plain colour. */
    eyesAs: (colour: string, frame: FaceFrame): ImageData =>
      withEyes(person.eyes, new MeshBasicMaterial({ color: colour }), () => draw(frame, regions.eyes)),
    /** The eyes without lids. */
    eyesOnly: (gazeX: number): ImageData => {
      const hidden = meshesOf(person.group).filter((mesh) => !meshesOf(person.eyes).includes(mesh));
      const shown = hidden.map((mesh) => mesh.visible);
      for (const mesh of hidden) mesh.visible = false;
      const picture = draw({ ...rest, gaze: { x: gazeX, y: 0 } }, regions.eyes);
      hidden.forEach((mesh, i) => {
        mesh.visible = shown[i] ?? true;
      });
      return picture;
    },
    depth: (): ImageData => {
      scene.overrideMaterial = new MeshDepthMaterial();
      const { data, width, height } = draw(rest, whole);
      scene.overrideMaterial = null;
      return new ImageData(data, width, height);
    },
  };
}

function meshesOf(part: Object3D | undefined): Mesh[] {
  const found: Mesh[] = [];
  part?.traverse((inner) => {
    if (inner instanceof Mesh) found.push(inner);
  });
  return found;
}

function withEyes(eyes: Object3D | undefined, material: Material, draw: () => ImageData): ImageData {
  const balls = meshesOf(eyes);
  const before = balls.map((ball) => ball.material);
  for (const ball of balls) ball.material = material;
  const picture = draw();
  balls.forEach((ball, i) => {
    ball.material = before[i] ?? material;
  });
  return picture;
}
