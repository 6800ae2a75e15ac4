import type { TestContext } from 'vitest';

const variables = { chromium: 'PARLEY_CHROMIUM', 'redis-server': 'PARLEY_REDIS_SERVER' } as const;

/** The path of a program that the tests take from the system; skips the test, with the reason, where it is missing. */
export const systemTool = ({ skip }: Pick<TestContext, 'skip'>, tool: keyof typeof variables): string => {
  const variable = variables[tool];
  const path = process.env[variable];
  return path ?? skip(process.env[`${variable}_MISSING`] ?? `${variable} does not say where ${tool} is`);
};
