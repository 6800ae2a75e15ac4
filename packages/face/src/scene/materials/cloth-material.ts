import { Color, DoubleSide, type ShaderMaterial, type Texture } from 'three';
import type { FaceLook } from '../../look/face-look.ts';
import type { RigUniforms } from '../rig.ts';
import { studioMaterial } from './studio-material.ts';

const fragment = /* glsl */ `
  if (dot(n, v) < 0.0) n = -n;
  vec3 albedo = mix(first, second, clamp(vDye, 0.0, 1.0));
  albedo *= vDye > 1.0 ? 0.8 : 1.0;
  // A fine grain, as of wool. Regular threads would show moiré.
  albedo *= 1.0 + 0.13 * (texture2D(strands, vLocal.xy * vec2(1.9, 15.2)).b - 0.5);
  // Softer than on skin: the edge of a jacket would cast a shadow with the teeth of the mesh.
  // What is worn below it lies in such a shadow as a whole.
  float below = 0.65 * clamp(vDye, 0.0, 1.0);
  float open = vShade * (0.4 + 0.6 * mix(vSky, 0.8, below));
  vec3 closed = pow(vec3(open), vec3(1.0, 1.08, 1.12));
  float shadow = 0.55 + 0.45 * mix(vKey, 0.8, below);
  vec3 wrap = vec3(0.35);
  vec3 light = KEY_COLOUR * wrapped(dot(n, KEY), wrap) * mix(closed, vec3(1.0), 0.3) * shadow;
  light += FILL_COLOUR * wrapped(dot(n, FILL), wrap) * closed;
  light += (RIM_A_COLOUR * wrapped(dot(n, RIM_A), wrap) + RIM_B_COLOUR * wrapped(dot(n, RIM_B), wrap)) * 0.35 * closed;
  light += sky(n) * closed;
  vec3 fuzz = mix(albedo, vec3(0.8), 0.35) * edge(n, v, 3.0) * 0.3 * open;
  vec3 colour = albedo * light * 0.52 + fuzz * sky(n) * 0.6 + KEY_COLOUR * gloss(n, v, KEY, 0.75) * 0.02 * open * shadow;
  gl_FragColor = vec4(develop(colour), 1.0);
`;

export const clothMaterial = (
  rig: RigUniforms,
  strands: Texture,
  { colour, second }: FaceLook['clothes'],
): ShaderMaterial =>
  studioMaterial({
    rig,
    attributes: { dye: 'float', shade: 'float', sky: 'float', key: 'float' },
    derived: { vLocal: 'position' },
    uniforms: { first: new Color(colour), second: new Color(second), strands },
    fragment,
    options: { side: DoubleSide },
  });
