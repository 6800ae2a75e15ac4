import { Color, DoubleSide, type ShaderMaterial } from 'three';
import type { RigUniforms } from '../rig.ts';
import { studioMaterial } from './studio-material.ts';

const functions = /* glsl */ `
/** A soft band of light across the direction of the hair. */
float band(vec3 n, vec3 t, vec3 v, vec3 l, float sharp) {
  float along = dot(normalize(t + n * 0.12), normalize(l + v));
  return smoothstep(-0.2, 0.5, dot(n, l)) * pow(max(0.0, 1.0 - along * along), sharp);
}
`;

const fragment = /* glsl */ `
  vec3 t = normalize(vFlow);
  if (dot(n, v) < -0.2) n = -n;
  vec3 wrap = vec3(0.4);
  float open = vShade;
  vec3 light = KEY_COLOUR * wrapped(dot(n, KEY), wrap) * mix(open, 1.0, 0.2) + FILL_COLOUR * wrapped(dot(n, FILL), wrap) * open;
  light += sky(n) * open;
  vec3 tone = mix(colour * 1.6, vec3(1.0), 0.1) * gleam;
  vec3 shine = KEY_COLOUR * tone * band(n, t, v, KEY, 12.0) * 0.13 + FILL_COLOUR * tone * band(n, t, v, FILL, 8.0) * 0.05;
  vec3 back = RIM_A_COLOUR * max(0.0, dot(n, RIM_A) + 0.3) + RIM_B_COLOUR * max(0.0, dot(n, RIM_B) + 0.3);
  vec3 result = colour * light * 0.62 + shine * open * open;
  result += back * edge(n, v, 2.5) * open * (colour * 0.7 + 0.03);
  gl_FragColor = vec4(develop(result), 1.0);
`;

export function hairMaterial(rig: RigUniforms, hair: string): ShaderMaterial {
  const colour = new Color(hair);
  const light = (colour.r + colour.g + colour.b) / 3;
  return studioMaterial({
    rig,
    attributes: { flow: 'direction', shade: 'float' },
    uniforms: { colour, gleam: 1 - 0.35 * Math.min(1, light * 1.5) },
    functions,
    fragment,
    options: { side: DoubleSide },
  });
}
