import { describe, expect, it } from 'vitest';
import { actorOf } from './actor.ts';

const program = (who: string) => actorOf({ who, personId: null });

describe('the actor of an entry', () => {
  it('is a person with their address, whatever the address looks like', () => {
    expect(actorOf({ who: 'operator', personId: 'per_1' })).toEqual({ name: 'operator', detail: null });
    expect(actorOf({ who: 'ada@example.com', personId: 'per_1' }).name).toBe('ada@example.com');
  });

  it('is a management key with its name and id, even if the name has brackets', () => {
    expect(program('key deployment (mk_1)')).toEqual({ name: 'Management key “deployment”', detail: 'mk_1' });
    expect(program('key a (b) (mk_1)')).toEqual({ name: 'Management key “a (b)”', detail: 'mk_1' });
  });

  it('is a partner with its name and id', () => {
    expect(program('partner Planner (cli_1)')).toEqual({
      name: 'The application “Planner”',
      detail: 'cli_1',
    });
  });

  it('is the operator’s token, the service, or what the log says', () => {
    expect(program('operator').name).toBe('The operator’s token');
    expect(program('system').name).toBe('The service itself');
    expect(program('gone@example.com')).toEqual({ name: 'gone@example.com', detail: null });
  });
});
