import { isTooDeep } from '@parley/protocol/contract';

const parse = JSON.parse;

/** Libraries parse foreign JSON, too, so the function itself is replaced. */
JSON.parse = (text: string, reviver?: Parameters<typeof parse>[1]): unknown => {
  const written = typeof text === 'string' ? text : String(text);
  if (isTooDeep(written)) throw new SyntaxError('The JSON is nested too deeply.');
  return parse(written, reviver);
};
