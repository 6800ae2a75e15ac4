import { averageLook, lookPresetNames } from '@parley/face/rules';
import { describe, expect, it } from 'vitest';
import { builtInVoices, chooseVoice, defaultVoice } from '../../speech/index.ts';
import { effectiveVoice } from './effective-voice.ts';

describe('the voice that is heard', () => {
  it.each(lookPresetNames)('[SP116] the face of %s has a voice of the same name', (look) => {
    expect(effectiveVoice({ voice: defaultVoice, look })).toEqual({ ...defaultVoice, voice: look });
    expect(builtInVoices.get(look)).toMatchObject({ kind: 'person' });
  });

  it('[SP116] rate and pitch stay, and the first face is the default', () => {
    const voice = chooseVoice(defaultVoice, { rate: 1.2, pitch: 0.9 });
    expect(effectiveVoice({ voice, look: '' })).toEqual({ ...voice, voice: 'mara' });
  });

  it('[SP116] an own look has the voice of the preset that is most like it', () => {
    const look = { ...averageLook, age: 70, facialHair: { style: 'moustache', colour: '#ffffff' } as const };
    expect(effectiveVoice({ voice: defaultVoice, look })).toMatchObject({ voice: 'arthur' });
  });

  it('[SP116] a voice that was chosen by hand stays, whatever the face', () => {
    for (const input of ['built-in:omar', 'built-in:slt', 'device']) {
      const voice = chooseVoice(defaultVoice, input);
      expect(effectiveVoice({ voice, look: 'nora' })).toEqual(voice);
    }
  });
});
