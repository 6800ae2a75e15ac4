import { expect, it } from 'vitest';
import { registryProblem } from './install.mjs';

it('says in one sentence that the registry cannot be reached, and what to do', () => {
  const output = `npm error code ECONNREFUSED
npm error FetchError: request to http://127.0.0.1:9/vite failed, reason: connect ECONNREFUSED 127.0.0.1:9`;
  expect(registryProblem(output)).toBe(
    'Could not reach the npm registry at http://127.0.0.1:9 (ECONNREFUSED). Check the network, or set another registry with "npm config set registry URL", then start again.',
  );
  expect(registryProblem('npm error code EAI_AGAIN')).toMatch(
    /^Could not reach the npm registry \(EAI_AGAIN\)\. /,
  );
});

it('does not mention the registry if the cause is another one', () => {
  expect(registryProblem('npm error code E404\nnpm error 404 Not Found')).toBeNull();
});
