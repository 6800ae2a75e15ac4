import { Vector3 } from 'three';
import { rigPivot } from './shaders/rig.ts';

/** Shared by all materials of one face. They are set once per frame and read by every part. */
export interface RigUniforms {
  readonly headTurn: { value: Vector3 };
  readonly headShift: { value: Vector3 };
  readonly headPivot: { value: Vector3 };
  readonly shoulders: { value: number };
  readonly breath: { value: number };
  /** The light: −1 for a sad face to 1 for a glad one. */
  readonly mood: { value: number };
}

export const rigUniforms = (): RigUniforms => ({
  headTurn: { value: new Vector3() },
  headShift: { value: new Vector3() },
  headPivot: { value: new Vector3(...rigPivot) },
  shoulders: { value: 0 },
  breath: { value: 0 },
  mood: { value: 0 },
});
