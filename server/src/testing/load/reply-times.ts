const pattern = /came at (\d+) and my answer left at (\d+)/;

/** The times in the reply: when the question reached the endpoint and when the answer was sent. */
export function replyTimes(text: string): { readonly arrivedAt: number; readonly leftAt: number } {
  const [, arrivedAt, leftAt] = pattern.exec(text) ?? [];
  if (arrivedAt === undefined || leftAt === undefined) throw new Error(`not the endpoint's reply: ${text}`);
  return { arrivedAt: Number(arrivedAt), leftAt: Number(leftAt) };
}
