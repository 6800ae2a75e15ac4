const notUnderstoodText = 'Could not understand you. Please say it again, or type.';

/** Sends a recording to the service, which has it transcribed. The token is that of the call. */
export async function transcribe(
  url: string,
  token: string | null,
  language: string,
  wav: Uint8Array<ArrayBuffer>,
  signal: AbortSignal,
): Promise<string> {
  if (token === null) throw new Error('There is no call to listen in. You can type instead.');
  const response = await fetch(`${url}/client/transcribe?language=${encodeURIComponent(language)}`, {
    method: 'POST',
    headers: { 'content-type': 'audio/wav', authorization: `Bearer ${token}` },
    body: wav,
    signal,
  }).catch(() => null);
  const answer = (await response?.json().catch(() => null)) as {
    text?: unknown;
    error?: { message?: unknown };
  } | null;
  if (response?.ok && typeof answer?.text === 'string') return answer.text;
  const message = answer?.error?.message;
  throw new Error(typeof message === 'string' ? message : notUnderstoodText);
}
