/** Signs a person in by a link. Returns the cookie. */
export async function signInByLink(url: string, link: string): Promise<string> {
  const answer = await fetch(`${url}/v1/sign-in/link`, {
    method: 'POST',
    headers: { origin: new URL(url).origin, 'content-type': 'application/json' },
    body: JSON.stringify({ token: new URL(link).hash.slice(1) }),
  });
  if (!answer.ok) throw new Error(`no sign-in: ${await answer.text()}`);
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}
