import { afterEach, describe, expect, it, vi } from 'vitest';
import { LatestPlayback } from './latest-playback.ts';
import { type Playback, playSound } from './play-sound.ts';

function scene() {
  const latest = new LatestPlayback();
  const stopped: string[] = [];
  const begin = (name: string) => {
    const loaded = Promise.withResolvers<void>();
    const playing = latest.begin(async (isCurrent): Promise<Playback | null> => {
      await loaded.promise;
      return isCurrent() ? { stop: () => stopped.push(name) } : null;
    });
    const load = () => {
      loaded.resolve();
      return playing;
    };
    return { load };
  };
  return { latest, stopped, begin };
}

describe('one trial of a voice at a time', () => {
  it('the last one is heard, although the one before was loaded later', async () => {
    const { latest, stopped, begin } = scene();
    const [anna, ben] = [begin('Anna'), begin('Ben')];
    expect([await ben.load(), await anna.load()]).toEqual([true, false]);
    latest.stop();
    expect(stopped).toEqual(['Ben']);
  });

  it('what was stopped while it was loading is not heard, even if it has begun already', async () => {
    const { latest, stopped, begin } = scene();
    const anna = begin('Anna');
    latest.stop();
    expect(await anna.load()).toBe(false);
    const playing = latest.begin(async () => ({ stop: () => stopped.push('Ben') }));
    latest.stop();
    expect([await playing, stopped]).toEqual([false, ['Ben']]);
  });

  it('the next one stops what plays', async () => {
    const { stopped, begin } = scene();
    await begin('Anna').load();
    begin('Ben');
    expect(stopped).toEqual(['Anna']);
  });
});

describe('the sound of a trial', () => {
  afterEach(() => vi.unstubAllGlobals());

  const audio = (decodes: boolean) => {
    const calls: string[] = [];
    const source = { connect() {}, start: () => calls.push('start'), stop: () => calls.push('stop') };
    class FakeContext {
      readonly createBufferSource = () => source;
      readonly close = async () => calls.push('close');
      async decodeAudioData(): Promise<object> {
        if (!decodes) throw new Error('no sound');
        return {};
      }
    }
    vi.stubGlobal('AudioContext', FakeContext);
    return calls;
  };

  it('is not begun if nobody wants it any more, and leaves no context open', async () => {
    const calls = audio(true);
    const end = () => {};
    expect(await playSound(new Blob(), () => false, end)).toBeNull();
    expect(calls).toEqual(['close']);
    (await playSound(new Blob(), () => true, end))?.stop();
    expect(calls).toEqual(['close', 'start', 'stop', 'close']);
  });

  it('leaves no context open if it cannot be decoded', async () => {
    const calls = audio(false);
    await expect(
      playSound(
        new Blob(),
        () => true,
        () => {},
      ),
    ).rejects.toThrow('no sound');
    expect(calls).toEqual(['close']);
  });
});
