import type { Attack } from './attack.ts';

const texts = [
  `# ${' '.repeat(980)}\rx\n`.repeat(66),
  '\n'.repeat(65_000),
  '<svc-'.repeat(6_000),
  '<a b="'.repeat(5_000),
  '`*_['.repeat(8_000),
  '◁think '.repeat(9_000),
  `<phoneme ph="a${'\u0345'.repeat(12_000)}${'\u0334'.repeat(12_000)}">a</phoneme>`,
];

export const slowTexts: Attack = {
  name: 'texts that are slow to read',
  async attempt({ enter, hostileAvatar, answerWith }) {
    for (const text of texts) {
      answerWith(text);
      const wire = await enter(hostileAvatar);
      wire.ready();
      wire.send({ type: 'say', text });
      wire.say(text);
    }
  },
};
