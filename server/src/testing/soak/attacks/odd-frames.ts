import type { Attack } from './attack.ts';

export const oddFrames: Attack = {
  name: 'frames with fields of the wrong kind',
  async attempt({ enter, publicAvatar }) {
    for (const id of [{ toString: 1 }, { valueOf: 1 }, [], 1e308, '__proto__']) {
      const wire = await enter(publicAvatar);
      for (const type of ['load', 'open', 'ping', 'message', 'playback', 'status', 'bye'])
        wire.send({ type, id, text: 'x', progress: 1 });
      wire.send({ type: 'open', id: { toString: 1 } });
      wire.cut();
    }
  },
};
