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
  vec2 hair = texture2D(strands, vStrand.xy).rg * 2.0 - 1.0;
  // The outline of hair is soft, except where its inside shows.
  float cover = min(1.0, vStrand.z * (facing < 0.0 ? 1.0 : smoothstep(0.0, 0.12, facing)));
  float alpha = smoothstep(0.0, 1.0, cover * 2.2 - 0.4 + hair.r * 0.8 * (1.0 - cover));
  n = normalize(n + cross(n, t) * hair.g * 0.8);
  vec3 wrap = vec3(0.35);
  float open = vShade * vSky * (1.0 + 0.3 * hair.r);
  float shadow = 0.25 + 0.75 * vKey;
  vec3 light = KEY_COLOUR * wrapped(dot(n, KEY), wrap) * mix(open, 1.0, 0.2) * shadow + FILL_COLOUR * wrapped(dot(n, FILL), wrap) * open;
  light += sky(n) * open;
  vec3 strand = colour * (1.0 + contrast * hair.r);
  vec3 tone = mix(strand * 1.6, vec3(1.0), 0.12) * gleam;
  float shift = 0.12 + 0.22 * hair.r;
  vec3 shine = KEY_COLOUR * tone * (band(n, t, v, KEY, shift, 40.0) * 0.14 + band(n, t, v, KEY, shift - 0.25, 10.0) * 0.1);
  shine += FILL_COLOUR * tone * band(n, t, v, FILL, shift, 14.0) * 0.1;
  vec3 back = RIM_A_COLOUR * max(0.0, dot(n, RIM_A) + 0.3) + RIM_B_COLOUR * max(0.0, dot(n, RIM_B) + 0.3);
  vec3 result = strand * light * 0.62 + shine * open * open * shadow;
  result += back * edge(n, v, 2.5) * open * (strand * 0.7 + 0.03);
  gl_FragColor = vec4(develop(result), alpha);
`;

export function hairMaterial(rig: RigUniforms, strands: Texture, hair: string): ShaderMaterial {
  const colour = new Color(hair);
  const light = (colour.r + colour.g + colour.b) / 3;
  return studioMaterial({
    rig,
    attributes: { flow: 'direction', shade: 'float', strand: 'vec3', sky: 'float', key: 'float' },
    uniforms: {
      colour,
      gleam: 1 - 0.6 * Math.min(1, light * 1.5),
      contrast: 0.6 - 0.3 * Math.min(1, light * 2),
      strands,
    },
    functions,
    fragment,
    options: { side: DoubleSide, transparent: true },
  });
}
