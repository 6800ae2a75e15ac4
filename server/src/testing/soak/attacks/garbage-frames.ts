import { randomBytes } from 'node:crypto';
import { sendRaw } from '../../../live/testing/raw-frames.ts';
import type { Attack } from './attack.ts';

export const garbageFrames: Attack = {
  name: 'bytes that are no frames',
  async attempt({ port }) {
    for (let i = 0; i < 20; i++) await sendRaw(port, [randomBytes(200)]);
  },
};
