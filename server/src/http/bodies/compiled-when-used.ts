import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';

/** Compiles a schema when it is needed for the first time: a start would compile those of many calls that are never made. */
export function compiledWhenUsed<T extends TSchema>(schema: T) {
  const compile = () => Compile(schema);
  let compiled: ReturnType<typeof compile> | undefined;
  return () => {
    compiled ??= compile();
    return compiled;
  };
}
