import type { Credential, SampleRequest } from './sample-request.ts';

/** With `fetch` and nothing else. */
export function typescriptSample({
  method,
  url,
  credential,
  json,
  form,
  answersJson,
}: SampleRequest): string {
  const headers = [
    ...(credential === null ? [] : [secretOf(credential)]),
    ...(json === null ? [] : [`'content-type': 'application/json',`]),
  ];
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}',`]),
    ...(headers.length === 0 ? [] : ['headers: {', ...headers.map((line) => `  ${line}`), '},']),
    ...(json === null ? [] : linesOf(`body: JSON.stringify(${JSON.stringify(json, null, 2)}),`)),
    ...(form === null ? [] : linesOf(`body: new URLSearchParams(${JSON.stringify(form, null, 2)}),`)),
  ];
  const call =
    options.length === 0
      ? `fetch('${url}')`
      : `fetch('${url}', {\n${options.map((line) => `  ${line}\n`).join('')}})`;
  return `const response = await ${call};\nconsole.log(response.status, await response.${answersJson ? 'json' : 'text'}());`;
}

const linesOf = (text: string): string[] => text.split('\n');

function secretOf(credential: Credential): string {
  if (credential.kind === 'basic')
    return `authorization: \`Basic \${btoa(\`\${process.env.${credential.user}}:\${process.env.${credential.password}}\`)}\`,`;
  const { name, prefix, variable } = credential;
  const key = /^\w+$/.test(name) ? name : `'${name}'`;
  return prefix === ''
    ? `${key}: process.env.${variable} ?? '',`
    : `${key}: \`${prefix}\${process.env.${variable}}\`,`;
}
