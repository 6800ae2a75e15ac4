import { clothesMesh } from '../clothes/clothes-mesh.ts';
import { beardMesh } from '../hair/beard-mesh.ts';
import { hairMesh } from '../hair/hair-mesh.ts';
import { earsMesh } from '../head/ears.ts';
import type { HeadAtRest } from '../head/head-mesh.ts';
import type { MeshData } from '../head/mesh-data.ts';
import type { FaceLook } from '../look/face-look.ts';
import type { Vector } from '../maths/vector.ts';
import { type MeshView, nothing, type Raster, rasterOf, viewOf } from './raster.ts';

/** One part of the person as the camera sees it. */
export interface Part {
  /** 1 where the part is visible, 0 elsewhere. */
  readonly shown: Raster;
  /** The same without anything in front of it. */
  readonly whole: Raster;
  readonly light: Raster;
  readonly extra: Raster;
  readonly near: Raster;
}

/** The parts of the 3D person that the drawing takes its shapes from. */
export interface Relief {
  readonly face: Part;
  readonly neck: Part;
  readonly ears: Part;
  readonly clothes: Part;
  readonly hair: Part | undefined;
  readonly beard: Part | undefined;
  /** Where an earring hangs, on the left side. */
  readonly lobe: Vector;
}

/** The station where the head ends and the neck begins. */
const neckBegins = 12.3;

export function reliefOf(head: HeadAtRest, look: FaceLook): Relief {
  const hair = hairMesh(head.loft, look.hair.style)?.mesh;
  const beard = beardMesh(head, look.facialHair.style);
  const cloth = clothesMesh(head.loft, look.clothes.kind);
  const ears = earsMesh(head.form, head.loft);
  const views = {
    face: viewOf(skinMesh(head, (station) => station <= neckBegins)),
    neck: viewOf(skinMesh(head, (station) => station > neckBegins - 0.6)),
    ears: viewOf(ears, ears.shade),
    clothes: viewOf(cloth, cloth.shade, cloth.dye),
    hair: hair && viewOf(hair, hair.shade),
    beard: beard && viewOf(beard, beard.shade),
  };
  const all = Object.values(views).flatMap((view) => (view ? [view] : []));
  const nearest = rasterOf((i) => Math.max(...all.map(({ near }) => near.values[i] ?? nothing)));
  const partOf = (view: MeshView): Part => {
    const at = (i: number): number => view.near.values[i] ?? nothing;
    return {
      shown: rasterOf((i) => (at(i) > nothing && at(i) >= (nearest.values[i] ?? nothing) - 0.001 ? 1 : 0)),
      whole: rasterOf((i) => (at(i) > nothing ? 1 : 0)),
      light: view.light,
      extra: view.extra,
      near: view.near,
    };
  };
  return {
    face: partOf(views.face),
    neck: partOf(views.neck),
    ears: partOf(views.ears),
    clothes: partOf(views.clothes),
    hair: views.hair && partOf(views.hair),
    beard: views.beard && partOf(views.beard),
    lobe: ears.lobe,
  };
}

/** The rows of the skin whose stations are chosen. Eyes and mouth are drawn separately, so their inside is left out. */
function skinMesh(
  { positions, normals, triangles, topology, grid }: HeadAtRest,
  isChosen: (station: number) => boolean,
): MeshData {
  const isPart = (i: number): boolean => {
    const vertex = topology.vertices[i];
    return vertex?.kind === 'surface' && isChosen(grid.stations[vertex.row] ?? 0);
  };
  const chosen: number[] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    const corners = [triangles[t] ?? 0, triangles[t + 1] ?? 0, triangles[t + 2] ?? 0];
    if (corners.every(isPart)) chosen.push(...corners);
  }
  return { positions, normals, triangles: new Uint32Array(chosen) };
}
