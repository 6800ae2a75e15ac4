type SchemaError = {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: object;
  readonly message: string;
};

/** What is wrong with a value, and where. An example of `path` is `/avatars/0/name`. */
export type SchemaFault = {
  readonly path: string;
  readonly reason: string;
  readonly isUnknownField: boolean;
};

const depth = ({ instancePath }: SchemaError): number => instancePath.split('/').length;

/**
 * The most useful of a schema's errors. It is the deepest, because each alternative of a union adds errors of its own.
 */
export function faultOf(errors: readonly SchemaError[]): SchemaFault {
  const [first, ...others] = errors;
  if (first === undefined) return { path: '', reason: 'is wrong', isUnknownField: false };
  const deepest = others.reduce((a, b) => (depth(b) > depth(a) ? b : a), first);
  const allowed = errors
    .filter(({ instancePath }) => instancePath === deepest.instancePath)
    .flatMap(allowedBy);
  return {
    path: deepest.instancePath,
    reason: allowed.length === 0 ? deepest.message : `must be one of: ${allowed.join(', ')}`,
    // The schema of an unknown field is `false`.
    isUnknownField: deepest.keyword === 'boolean',
  };
}

function allowedBy({ params }: SchemaError): unknown[] {
  if ('allowedValue' in params) return [params.allowedValue];
  return 'allowedValues' in params && Array.isArray(params.allowedValues) ? params.allowedValues : [];
}
