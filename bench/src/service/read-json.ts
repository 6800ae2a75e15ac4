export async function readJson<T>(url: string, request: RequestInit = {}): Promise<T> {
  const answer = await fetch(url, request);
  const text = await answer.text();
  if (!answer.ok)
    throw new Error(`${request.method ?? 'GET'} ${url}: ${answer.status} ${text.slice(0, 500)}`);
  return JSON.parse(text) as T;
}
