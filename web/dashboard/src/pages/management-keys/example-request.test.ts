import { scopeNames } from '@parley/protocol/management/scopes';
import { describe, expect, it } from 'vitest';
import { exampleRequest } from './example-request.ts';

const use = { baseUrl: 'https://talk.example.com', account: 'acc_1', key: 'pmk_x' };

describe('the example request of a management key', () => {
  it('reads something that the key may read', () => {
    expect(exampleRequest({ ...use, scopes: ['avatars:write', 'avatars:read'] })).toBe(
      "curl https://talk.example.com/v1/accounts/acc_1/avatars \\\n  -H 'Authorization: Bearer pmk_x'",
    );
  });

  it('exists for every scope that reads, and for no other', () => {
    for (const scope of scopeNames) {
      const example = exampleRequest({ ...use, scopes: [scope] });
      if (scope.endsWith(':read')) expect(example, scope).toMatch(/^curl \S+ \\/);
      else expect(example, scope).toBeNull();
    }
  });
});
