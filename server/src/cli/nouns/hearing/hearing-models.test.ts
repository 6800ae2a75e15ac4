import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sherpaRoom } from '../../../custom-models/testing/sherpa-stand-in.ts';
import { commandLine } from '../../testing/command-line.ts';

describe('the recognisers of this machine', () => {
  let room: Awaited<ReturnType<typeof sherpaRoom>>;
  beforeEach(async () => {
    room = await sherpaRoom();
  });
  afterEach(() => room[Symbol.asyncDispose]());
  const line = commandLine(
    () => room.root,
    () => ({ INIT_CWD: room.root }),
  );

  it('[HE30] are added after they have heard a spoken sentence, listed and removed', async () => {
    await room.recogniser('kroko', ['encoder.onnx', 'decoder.onnx', 'joiner.onnx'], 'streaming');
    expect(await line.text('hearing list')).toBe('none\n');
    expect(await line.text('hearing add-model kroko --name kroko --language de')).toMatch(
      /^The recogniser "own:kroko" is added. A simple voice said "One, two, three, four, five.", and it heard "eins zwei/,
    );
    expect(await line.json('hearing list')).toEqual({
      items: [
        {
          id: 'own:kroko',
          language: 'de',
          kind: 'transducer',
          words: 'while the visitor speaks',
          folder: expect.stringContaining('kroko'),
        },
      ],
    });
    expect(await line.text('hearing remove own:kroko')).toBe('The recogniser "own:kroko" is removed.\n');
    expect(await line.refused('hearing remove kroko')).toContain('There is no recogniser "own:kroko".');
  });

  it('[HE30] a folder without one is refused, with what to do', async () => {
    expect(await line.refused('hearing add-model piper --name anna')).toMatch(
      /^Could not add the recogniser, because the folder holds no recogniser\. The \.onnx files in .* are not those/,
    );
    expect(await line.refused('hearing add-model nowhere --name anna')).toContain('Check the path.');
  });
});
