/** Not the whole environment: vitest sets variables, such as BASE_URL, that are settings of the service. */
export function plainEnvironment(): Record<string, string | undefined> {
  const { PATH = '', HOME = '', TMPDIR = '/tmp', NODE_COMPILE_CACHE } = process.env;
  // Tests fetch nothing.
  return { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE, VOICE_INSTALL: 'off' };
}
