import { Color, DoubleSide, type ShaderMaterial, type Texture } from 'three';
import type { RigUniforms } from '../rig.ts';
import { studioMaterial } from './studio-material.ts';

const functions = /* glsl */ `
/** A band of light across the direction of the hair. The shift moves it along the hair. */
float band(vec3 n, vec3 t, vec3 v, vec3 l, float shift, float sharp) {
  float along = dot(normalize(t + n * shift), normalize(l + v));
  return smoothstep(-0.2, 0.5, dot(n, l)) * pow(max(0.0, 1.0 - along * along), sharp);
}
`;

const fragment = /* glsl */ `
  vec3 t = normalize(vFlow);
  float facing = dot(n, v);
  if (facing < -0.2) n = -n;
  // Strands stay upright while the skin below them slides. Round lips would draw a beard together to an hourglass.
  vec2 at = vStrand.xy + vec2(vMoved.x * 1.65, 0.0);
  vec2 hair = texture2D(strands, at).rg * 2.0 - 1.0;
  // The same strands, larger, are locks. They break up colour and highlight.
  vec2 lock = texture2D(strands, at * vec2(0.27, 0.6) + 0.37).rg * 2.0 - 1.0;
  float height = 0.75 * hair.r + 0.35 * lock.r;
  // The outline of hair ends in single strands, on its outside and on its inside. One of them alone would be an edge.
  float cover = min(1.0, vStrand.z * smoothstep(0.02, 0.02 + soft, abs(facing)));
  float alpha = smoothstep(0.0, 1.0, cover * 2.0 - 0.4 + height * (1.0 - cover));
  n = normalize(n + cross(n, t) * (0.9 * hair.g + 0.6 * lock.g));
  vec3 wrap = vec3(0.35);
  float open = vShade * vSky * (1.0 + 0.35 * height);
  float shadow = 0.25 + 0.75 * vKey;
  vec3 light = KEY_COLOUR * wrapped(dot(n, KEY), wrap) * mix(open, 1.0, 0.2) * shadow + FILL_COLOUR * wrapped(dot(n, FILL), wrap) * open;
  light += sky(n) * open;
  // Roots are darker, tips are lighter and warmer.
  vec3 strand = colour * (1.0 + contrast * height) * mix(vec3(0.74), vec3(1.26, 1.2, 1.12), vStrand.w + 0.15 * lock.r);
  vec3 tone = mix(strand * 1.6, vec3(1.0), 0.12) * gleam * (0.45 + 0.9 * smoothstep(-0.5, 0.7, height));
  float shift = 0.12 + 0.24 * hair.r + 0.08 * lock.r;
  vec3 shine = KEY_COLOUR * tone * (band(n, t, v, KEY, shift, 48.0) * 0.24 + band(n, t, v, KEY, shift - 0.25, 10.0) * 0.14);
  shine += FILL_COLOUR * tone * band(n, t, v, FILL, shift, 14.0) * 0.14;
  vec3 back = RIM_A_COLOUR * max(0.0, dot(n, RIM_A) + 0.3) + RIM_B_COLOUR * max(0.0, dot(n, RIM_B) + 0.3);
  vec3 result = strand * light * 0.62 + shine * open * open * shadow;
  result += back * edge(n, v, 2.5) * open * (strand * 0.9 + 0.04);
  gl_FragColor = vec4(develop(result), alpha);
`;

const usualSoft = 0.25;

export function hairMaterial(
  rig: RigUniforms,
  strands: Texture,
  hair: string,
  soft = usualSoft,
): ShaderMaterial {
  const colour = new Color(hair);
  const light = (colour.r + colour.g + colour.b) / 3;
  return studioMaterial({
    rig,
    attributes: { flow: 'direction', shade: 'float', strand: 'vec4', sky: 'float', key: 'float' },
    derived: { vMoved: 'transformed - position' },
    uniforms: {
      colour,
      // Soft hair scatters light.
      gleam: (1 - 0.6 * Math.min(1, light * 1.5)) * Math.max(0.1, 1 - 4 * (soft - usualSoft)),
      contrast: 0.5 - 0.28 * Math.min(1, light * 2),
      soft,
      strands,
    },
    functions,
    fragment,
    options: { side: DoubleSide, transparent: true },
  });
}
