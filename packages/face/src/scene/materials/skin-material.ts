import { Color, DoubleSide, type ShaderMaterial, type Texture } from 'three';
import type { RigUniforms } from '../rig.ts';
import { studioMaterial } from './studio-material.ts';

const fragment = /* glsl */ `
  vec3 painted = texture2D(paint, vPaintAt).rgb;
  // Pores and uneven colour: without them skin looks like plastic.
  float pores = texture2D(strands, vPaintAt * vec2(1.7, 17.0)).b - 0.5;
  float patches = texture2D(strands, vPaintAt * vec2(0.21, 2.2) + 0.3).b - 0.5;
  painted *= 1.0 + (0.1 * pores + 0.12 * patches) * vec3(0.5, 1.0, 1.0);
  vec3 albedo = mix(painted, vTint.rgb, vTint.a);
  // Shade in folds stays warm and saturated. Grey shade would look like clay.
  float ambient = vShade.x * vSky;
  vec3 closed = mix(scatter * sqrt(scatter) * 0.45, vec3(1.0), ambient);
  vec3 shadow = mix(scatter * sqrt(scatter) * 0.34, vec3(1.0), vKey);
  float facing = dot(n, KEY);
  vec3 light = KEY_COLOUR * wrapped(facing, scatter * 0.6) * mix(closed, vec3(1.0), 0.5) * shadow;
  light += FILL_COLOUR * wrapped(dot(n, FILL), scatter * 0.6) * closed;
  light += sky(n) * closed;
  // Where light turns into shadow, skin glows from inside.
  float turning = exp(-facing * facing * 9.0) * ambient;
  light += scatter * scatter * turning * 0.26;
  float wet = max(0.0, vShade.y);
  // What is painted over the skin is dry, but wet parts gleam whatever their colour: the line of tears on the lower lid.
  float open = ambient * (0.25 + 0.75 * vKey);
  vec3 soft = sheen * (1.0 + 0.9 * pores + 0.8 * patches) * (KEY_COLOUR * gloss(n, v, KEY, 0.55) + FILL_COLOUR * gloss(n, v, FILL, 0.55));
  vec3 moist = 0.14 * wet * KEY_COLOUR * gloss(n, v, KEY, 0.25);
  vec3 spec = open * ((1.0 - vTint.a) * soft + moist);
  float rim = edge(n, v, 3.0) * ambient;
  vec3 back = RIM_A_COLOUR * max(0.0, dot(n, RIM_A) + 0.35) + RIM_B_COLOUR * max(0.0, dot(n, RIM_B) + 0.35);
  vec3 colour = albedo * light * 0.56 + spec + back * rim * mix(albedo, vec3(1.0), 0.25) * 0.6;
  // Single lashes, each thinner towards its tip. Where they are finer than a pixel, they become a soft edge.
  float tip = max(0.0, -vShade.y);
  float place = vPaintAt.x * 120.0;
  float comb = abs(fract(place + 0.4 * sin(place * 0.7)) * 2.0 - 1.0);
  float blur = fwidth(place) + 0.35;
  float lash = smoothstep(-blur, blur, 1.0 - smoothstep(0.1, 1.0, tip) * 1.25 - comb * smoothstep(0.2, 0.8, tip)) * (1.0 - tip * tip);
  gl_FragColor = vec4(develop(colour), tip > 0.0 ? lash : 1.0);
`;

export function skinMaterial(
  rig: RigUniforms,
  textures: { readonly paint: Texture; readonly strands: Texture },
  skin: string,
): ShaderMaterial {
  const colour = new Color(skin);
  const light = 0.3 * colour.r + 0.6 * colour.g + 0.1 * colour.b;
  return studioMaterial({
    rig,
    attributes: { paintAt: 'vec2', tint: 'vec4', shade: 'vec2', sky: 'float', key: 'float' },
    uniforms: {
      ...textures,
      scatter: new Color().setRGB(1, 0.62, 0.48),
      sheen: 0.052 - 0.012 * Math.min(1, light * 1.6),
    },
    fragment,
    // Lashes are translucent. They are the last triangles of the skin.
    options: { side: DoubleSide, transparent: true },
  });
}
