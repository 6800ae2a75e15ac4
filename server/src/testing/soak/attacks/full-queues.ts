import type { Attack } from './attack.ts';

const sessions = 60;
const textsOfEach = 20;
const text = JSON.stringify({ type: 'say', text: 'a'.repeat(64 * 1024) });

/** The words of all sessions had to be stored at the same moment. That took the memory for everybody's changes. */
export const fullQueues: Attack = {
  name: 'sessions with full queues that drop together',
  async attempt({ enter, hostileAvatar }) {
    const wires = await Promise.all(
      Array.from({ length: sessions }, async () => {
        const wire = await enter(hostileAvatar);
        // The conversation is not opened, so every text waits.
        for (let count = 0; count < textsOfEach; count++) wire.send(text);
        await wire.quiet();
        return wire;
      }),
    );
    for (const wire of wires) wire.cut();
  },
};
