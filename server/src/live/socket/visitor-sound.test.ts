import { encodeMicrophoneFrame, type MicrophoneFrame } from '@parley/protocol';
import { bytesOf, toInt16 } from '@parley/protocol/audio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sherpaRoom } from '../../custom-models/testing/sherpa-stand-in.ts';
import { addCustomRecogniser } from '../../hearing/index.ts';
import { LiveApp, type Wire } from '../testing/index.ts';

const seconds = (count: number, loudness = 0.1) =>
  bytesOf(toInt16(new Float32Array(count * 16_000).fill(loudness)));

const first = { turn: 1, at: 0, wants: 'words', language: '', sound: seconds(1) } as const;

describe('the visitor’s sound', () => {
  let app: LiveApp;
  let hearing: number;
  const undo = new AsyncDisposableStack();
  beforeAll(async () => {
    const { voiceFolder, recogniser } = undo.use(await sherpaRoom());
    const source = await recogniser('model', ['encoder.onnx', 'decoder.onnx', 'joiner.onnx'], 'streaming');
    const testSound = new Float32Array(16_000);
    await addCustomRecogniser({ voiceFolder, source, name: 'anna', language: 'de', testSound });
    app = undo.use(await LiveApp.start({}, undefined, { voiceFolder }));
    hearing = await app.avatar({ hearing: { recogniser: 'own:anna', language: 'de' } });
  });
  afterAll(() => undo.disposeAsync());

  const talk = async (avatar = hearing) => (await app.talk(avatar)).wire;
  const send = (wire: Wire, frame: Partial<MicrophoneFrame>) =>
    wire.send(Buffer.from(encodeMicrophoneFrame({ ...first, ...frame })));
  const words = async (wire: Wire, frame: Partial<MicrophoneFrame>) => {
    send(wire, frame);
    const { type: _, ...answer } = await wire.next('words');
    return answer;
  };

  it('[LV90] becomes words as it comes', async () => {
    const wire = await talk();
    expect(await words(wire, {})).toEqual({ turn: 1, upTo: 16_000, last: false, text: 'eins' });
    send(wire, { at: 16_000, wants: 'nothing' });
    expect(await words(wire, { at: 32_000 })).toMatchObject({ upTo: 48_000, text: 'eins zwei drei' });
    expect(await words(wire, { at: 48_000, wants: 'last-words', sound: new Uint8Array(0) })).toEqual({
      ...{ turn: 1, upTo: 48_000, last: true, text: 'eins zwei drei' },
    });
    expect(await words(wire, { turn: 2, wants: 'last-words' })).toMatchObject({ turn: 2, text: 'eins' });
    send(wire, { turn: 3 });
    expect(await words(wire, { turn: 3, at: 16_000 })).toMatchObject({ upTo: 16_000, text: 'eins' });
    expect(await wire.next('words')).toMatchObject({ upTo: 32_000, text: 'eins zwei' });
  });

  it('[LV90] without its beginning, of an avatar that hears elsewhere, and that crashes the recogniser, has no words', async () => {
    const wire = await talk();
    const nothing = (turn: number, upTo: number) => ({ turn, upTo, last: false });
    expect(await words(wire, { at: 16_000 })).toEqual(nothing(1, 32_000));
    await words(wire, { turn: 2 });
    expect(await words(wire, { turn: 2, at: 8_000 })).toEqual(nothing(2, 24_000));
    expect(await words(wire, { turn: 3, sound: seconds(1, 1) })).toEqual(nothing(3, 16_000));
    expect(await words(wire, { turn: 4 })).toMatchObject({ text: 'eins' });
    const elsewhere = await talk(await app.avatar());
    expect(await words(elsewhere, {})).toEqual(nothing(1, 16_000));
    wire.say('hello');
    expect(await wire.listen()).toEqual(['You said hello.']);
  });

  it('[LV90] is heard by the recogniser of its language', async () => {
    const further = [{ language: 'de', hearing: 'own:anna' }];
    const wire = await talk(await app.avatar({ furtherLanguages: further }));
    expect(await words(wire, { language: 'de-AT' })).toMatchObject({ text: 'eins' });
    expect(await words(wire, { turn: 2, language: 'en' })).not.toHaveProperty('text');
  });

  it('[LV91] has a limit for each turn, and in all', async () => {
    const wire = await talk();
    const sound = seconds(2);
    for (let at = 0; at < 448_000; at += 32_000) send(wire, { at, wants: 'nothing', sound });
    expect(await words(wire, { at: 448_000, sound })).toMatchObject({ text: expect.stringMatching(/^eins/) });
    expect(await words(wire, { at: 480_000 })).toEqual({ turn: 1, upTo: 496_000, last: false });
    // The clock of this app stands still, so nothing of the limit comes back.
    expect(await words(wire, { turn: 2, sound })).not.toHaveProperty('text');
    await app.pass(1_000);
    expect(await words(wire, { turn: 3 })).toMatchObject({ text: 'eins' });
  });

  it('[LV91] of a turn that is not over goes with its socket', async () => {
    const { wire, sessionId } = await app.talk(hearing);
    await words(wire, {});
    const again = await app.enter({ sessionId, resume: wire.welcome.resume });
    expect(await words(again, { at: 16_000 })).not.toHaveProperty('text');
    expect(await words(again, {})).toMatchObject({ text: 'eins' });
  });
});
