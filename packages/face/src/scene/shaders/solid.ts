/** A vertex shader for rigid objects. It forwards one attribute as `vExtra`. */
export const solidVertex = (kind: 'float' | 'vec3', name: string): string => /* glsl */ `
attribute ${kind} ${name};
varying vec3 vNormal;
varying vec3 vWorld;
varying ${kind} vExtra;
void main() {
  vec4 world = modelMatrix * vec4(position, 1.0);
  vWorld = world.xyz;
  vNormal = normalize(mat3(modelMatrix) * normal);
  vExtra = ${name};
  gl_Position = projectionMatrix * viewMatrix * world;
}
`;
