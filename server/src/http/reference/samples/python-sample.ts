import type { Credential, SampleRequest } from './sample-request.ts';

/** With the standard library and nothing else. */
export function pythonSample({ method, url, credential, json, form, answersJson }: SampleRequest): string {
  const headers = [
    ...(credential === null ? [] : [secretOf(credential)]),
    ...(json === null ? [] : [`"content-type": "application/json",`]),
  ];
  const needsJson = json !== null || answersJson;
  const imports = [
    ...(credential?.kind === 'basic' ? ['base64'] : []),
    ...(needsJson ? ['json'] : []),
    ...(credential === null ? [] : ['os']),
    ...(form === null ? [] : ['urllib.parse']),
    'urllib.request',
  ];
  const options = [
    `"${url}",`,
    `method="${method}",`,
    ...(headers.length === 0 ? [] : ['headers={', ...headers.map((line) => `    ${line}`), '},']),
    ...(json === null ? [] : `data=json.dumps(${literal(json)}).encode(),`.split('\n')),
    ...(form === null ? [] : `data=urllib.parse.urlencode(${literal(form)}).encode(),`.split('\n')),
  ];
  return [
    ...imports.map((name) => `import ${name}`),
    '',
    'request = urllib.request.Request(',
    ...options.map((line) => `    ${line}`),
    ')',
    'with urllib.request.urlopen(request) as response:',
    `    print(response.status, ${answersJson ? 'json.load(response)' : 'response.read()'})`,
  ].join('\n');
}

function secretOf(credential: Credential): string {
  if (credential.kind === 'basic') {
    const { user, password } = credential;
    const pair = `f"{os.environ['${user}']}:{os.environ['${password}']}"`;
    return `"authorization": "Basic " + base64.b64encode(${pair}.encode()).decode(),`;
  }
  const { name, prefix, variable } = credential;
  return `"${name}": ${prefix === '' ? '' : `"${prefix}" + `}os.environ["${variable}"],`;
}

const words = new Map<unknown, string>([
  [true, 'True'],
  [false, 'False'],
  [null, 'None'],
]);

/** A value of JSON as Python writes it. Numbers and texts are the same in both. */
function literal(value: unknown, indent = ''): string {
  const inner = `${indent}    `;
  const block = (open: string, entries: readonly string[], close: string): string =>
    entries.length === 0
      ? open + close
      : `${open}\n${entries.map((entry) => `${inner}${entry},\n`).join('')}${indent}${close}`;
  if (Array.isArray(value))
    return block(
      '[',
      value.map((entry) => literal(entry, inner)),
      ']',
    );
  if (typeof value === 'object' && value !== null)
    return block(
      '{',
      Object.entries(value).map(([name, entry]) => `${JSON.stringify(name)}: ${literal(entry, inner)}`),
      '}',
    );
  return words.get(value) ?? JSON.stringify(value);
}
