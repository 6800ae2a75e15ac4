import type { TestContext } from 'vitest';

const variables = { chromium: 'PARLEY_CHROMIUM', 'redis-server': 'PARLEY_REDIS_SERVER' } as const;

/** The path of a system program. If it is missing, the test is skipped with the reason. */
export const systemTool = ({ skip }: Pick<TestContext, 'skip'>, tool: keyof typeof variables): string => {
  const variable = variables[tool];
  const path = process.env[variable];
  return path ?? skip(process.env[`${variable}_MISSING`] ?? `${variable} does not say where ${tool} is`);
};
