import { Group, Mesh, SphereGeometry } from 'three';
import type { HeadForm } from '../head/head-form.ts';
import type { FaceLook } from '../look/face-look.ts';
import { eyeMaterial } from './materials/eye-material.ts';

export type EyesPart = ReturnType<typeof eyesPart>;

export function eyesPart({ eye }: HeadForm, look: FaceLook) {
  const geometry = new SphereGeometry(eye.radius, 32, 24);
  const material = eyeMaterial(eye, look.eyes.colour);
  const group = new Group();
  const make = (side: 1 | -1): Mesh => {
    const ball = new Mesh(geometry, material);
    ball.position.set(side * eye.centre[0], eye.centre[1], eye.centre[2]);
    group.add(ball);
    return ball;
  };
  const { lidY, socketY } = material.uniforms;
  return {
    group,
    left: make(1),
    right: make(-1),
    /** Sets the shadow of the upper lid in the shader. `lids` is 1 when they are closed. */
    shade: (headY: number, lids: number): void => {
      if (socketY) socketY.value = headY;
      if (lidY) lidY.value = eye.upper - (eye.upper + eye.lower) * lids;
    },
  };
}
