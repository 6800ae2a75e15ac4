import { Color, DoubleSide, type ShaderMaterial, type Texture } from 'three';
import type { RigUniforms } from '../rig.ts';
import { studioMaterial } from './studio-material.ts';

const fragment = /* glsl */ `
  vec3 painted = texture2D(paint, vPaintAt).rgb;
  vec3 albedo = mix(painted, vTint.rgb, vTint.a);
  // Shade in folds stays warm and saturated. Grey shade would look like clay.
  vec3 closed = mix(scatter * 0.55, vec3(1.0), vShade.x);
  float facing = dot(n, KEY);
  vec3 light = KEY_COLOUR * wrapped(facing, scatter * 0.8) * mix(closed, vec3(1.0), 0.3);
  light += FILL_COLOUR * wrapped(dot(n, FILL), scatter * 0.6) * closed;
  light += sky(n) * closed;
  // Where light turns into shadow, skin glows from inside.
  float turning = exp(-facing * facing * 9.0) * vShade.x;
  light += scatter * scatter * turning * 0.34;
  float wet = vShade.y;
  // What is painted over the skin is dry, but wet parts gleam whatever their colour: the line of tears on the lower lid.
  float open = 0.3 + 0.7 * vShade.x;
  vec3 soft = sheen * (KEY_COLOUR * gloss(n, v, KEY, 0.55) + FILL_COLOUR * gloss(n, v, FILL, 0.55));
  vec3 moist = 0.09 * wet * KEY_COLOUR * gloss(n, v, KEY, 0.25);
  vec3 spec = open * ((1.0 - vTint.a) * soft + moist);
  float rim = edge(n, v, 3.0) * vShade.x;
  vec3 back = RIM_A_COLOUR * max(0.0, dot(n, RIM_A) + 0.35) + RIM_B_COLOUR * max(0.0, dot(n, RIM_B) + 0.35);
  vec3 colour = albedo * light * 0.56 + spec + back * rim * mix(albedo, vec3(1.0), 0.25) * 0.5;
  gl_FragColor = vec4(develop(colour), 1.0);
`;

export function skinMaterial(rig: RigUniforms, paint: Texture, skin: string): ShaderMaterial {
  const colour = new Color(skin);
  const light = 0.3 * colour.r + 0.6 * colour.g + 0.1 * colour.b;
  return studioMaterial({
    rig,
    attributes: { paintAt: 'vec2', tint: 'vec4', shade: 'vec2' },
    uniforms: {
      paint,
      scatter: new Color().setRGB(1, 0.62, 0.48),
      sheen: 0.052 - 0.012 * Math.min(1, light * 1.6),
    },
    fragment,
    options: { side: DoubleSide },
  });
}
