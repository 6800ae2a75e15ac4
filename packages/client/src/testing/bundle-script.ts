import { build } from 'vite';

/** The plain script that the service would serve for this entry. It must be one file. */
export async function bundleScript(entry: string, name: string): Promise<string> {
  const bundle = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'import.meta.url': '""' },
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: { output: { minify: true } },
      lib: { entry, formats: ['iife'], name, fileName: () => `${name}.js` },
    },
  });
  const [{ output }] = bundle as unknown as [{ output: { code: string }[] }];
  const [script, ...more] = output;
  if (script === undefined || more.length > 0) throw new Error(`${entry} is ${output.length} files`);
  return script.code;
}
