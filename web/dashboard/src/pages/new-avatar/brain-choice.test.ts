import { describe, expect, it } from 'vitest';
import { brainChoiceOf, missingOfBrain } from './brain-choice.ts';

const empty = { endpointUrl: '', modelUrl: '', modelName: '' };

describe('the brain of a new avatar', () => {
  it('is what the avatar has, and undecided without an address', () => {
    expect(brainChoiceOf({ brain: 'endpoint', endpointUrl: '' })).toBe('later');
    expect(brainChoiceOf({ brain: 'endpoint', endpointUrl: 'https://a.example/' })).toBe('endpoint');
    expect(brainChoiceOf({ brain: 'model', endpointUrl: '' })).toBe('model');
  });

  it('needs an address, and for a model its name, unless the choice is made later', () => {
    expect(missingOfBrain('later', empty)).toBeNull();
    expect(missingOfBrain('endpoint', empty)?.field).toBe('endpointUrl');
    expect(missingOfBrain('endpoint', { ...empty, endpointUrl: 'https://a.example/' })).toBeNull();
    expect(missingOfBrain('model', empty)?.field).toBe('modelUrl');
    expect(missingOfBrain('model', { ...empty, modelUrl: 'https://m.example/v1' })?.field).toBe('modelName');
  });
});
