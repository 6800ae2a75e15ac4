import { describe, expect, it } from 'vitest';
import { readParameters } from './parameters.ts';

const read = (search: string) => readParameters({ pathname: '/avatar/7', search });

describe('parameters that pages of hosted services use', () => {
  it.each([
    ['micOffByDefault=true', { micOff: true }],
    ['speakerOffByDefault', { speakerOff: true }],
    ['micOffByDefault=true&micOff=false', { micOff: false }],
    ['dialPageBackground=black', { backgroundColor: 'black' }],
    ['dialPageBackground=transparent', { backgroundColor: undefined }],
    ['dialPageBackground=white&avatarBackgroundColor=123456', { backgroundColor: '#123456' }],
    ['hideLetsChatBtn=true', { hidden: new Set(['start']) }],
    ['hideLetsChatBtn=false', { hidden: new Set() }],
  ])('%s', (search, expected) => {
    expect(read(search)).toMatchObject(expected);
  });

  it('those without a meaning here change nothing', () => {
    const others = 'hideToast=true&screenAspectRatio=9:16&disableDragging=true&controlButtonPosition=center';
    expect(read(others)).toEqual(read(''));
  });

  it('asks for the old commands and events with a prefix', () => {
    expect(read('compat=talk&registerTalkEvents=auth-success,mic-update').compat).toEqual({
      prefix: 'talk',
      events: ['auth-success', 'mic-update'],
    });
    expect(read('compat=talk').compat).toEqual({ prefix: 'talk', events: [] });
    for (const prefix of ['', '%20', '-', 'a'.repeat(33)])
      expect(read(`compat=${prefix}`).compat).toBeUndefined();
    expect(read('registerTalkEvents=auth-success').compat).toBeUndefined();
  });
});
