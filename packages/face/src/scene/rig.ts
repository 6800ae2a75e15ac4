import { Vector3 } from 'three';

/** Shared by all materials of one face. They are set once per frame and read by every part. */
export const rigUniforms = () => ({
  headTurn: { value: new Vector3() },
  /** The shoulders follow the head a little. */
  bodyTurn: { value: new Vector3() },
  headShift: { value: new Vector3() },
  headPivot: { value: new Vector3(0, -1.02, -0.12) },
  shoulders: { value: 0 },
  breath: { value: 0 },
  /** The light: −1 for a sad face to 1 for a glad one. */
  mood: { value: 0 },
});
export type RigUniforms = ReturnType<typeof rigUniforms>;

/**
 * How a vertex follows the body. `rig.x` is how much it follows the head (1 on the head, falling to 0 down the neck),
 * `rig.y` how much it follows raised shoulders. Skin, hair and clothes use one formula, so that they stay together.
 */
export const rigVertex = /* glsl */ `
attribute vec2 rig;
uniform vec3 headTurn;
uniform vec3 bodyTurn;
uniform vec3 headShift;
uniform vec3 headPivot;
uniform float shoulders;
uniform float breath;

vec3 turned(vec3 v) {
  vec3 turn = mix(bodyTurn, headTurn, rig.x);
  float angle = length(turn);
  if (angle < 1e-5) return v;
  vec3 axis = turn / angle;
  float c = cos(angle);
  float s = sin(angle);
  return v * c + cross(axis, v) * s + axis * dot(axis, v) * (1.0 - c);
}

vec3 rigged(vec3 p) {
  vec3 q = turned(p - headPivot) + headPivot + headShift * rig.x;
  q.y += shoulders * rig.y + breath * (0.35 + 0.65 * rig.y) * (1.0 - 0.55 * rig.x);
  q.z += breath * 0.6 * rig.y * (1.0 - rig.x);
  return q;
}
`;

/** A rigid part moves as a whole, by its own matrix. */
export const rigidVertex = /* glsl */ `
vec3 turned(vec3 v) { return mat3(modelMatrix) * v; }
vec3 rigged(vec3 p) { return p; }
`;
