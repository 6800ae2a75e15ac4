import type { Route } from '../../route.ts';
import { pythonSample } from './python-sample.ts';
import { type SampleRequest, sampleRequest } from './sample-request.ts';
import { typescriptSample } from './typescript-sample.ts';

export type Sample = { readonly language: 'curl' | 'TypeScript' | 'Python'; readonly code: string };

/** A call in each language. */
export function samplesOf(route: Route, baseUrl: string): Sample[] {
  const request = sampleRequest(route, baseUrl);
  return [
    { language: 'curl', code: curlSample(request) },
    { language: 'TypeScript', code: typescriptSample(request) },
    { language: 'Python', code: pythonSample(request) },
  ];
}

function curlSample({ method, url, credential, json, form }: SampleRequest): string {
  const usual = json === null && form === null ? 'GET' : 'POST';
  const secret =
    credential === null
      ? []
      : credential.kind === 'basic'
        ? [`-u "$${credential.user}:$${credential.password}"`]
        : [`-H "${credential.name}: ${credential.prefix}$${credential.variable}"`];
  const parts = [
    ...(method === usual ? [] : [`-X ${method}`]),
    ...secret,
    ...(json === null
      ? []
      : [`-H "content-type: application/json"`, `-d '${JSON.stringify(json).replaceAll("'", `'\\''`)}'`]),
    ...Object.entries(form ?? {}).map(([name, value]) => `-d '${name}=${value}'`),
    `"${url}"`,
  ];
  return `curl ${parts.join(' \\\n  ')}`;
}
