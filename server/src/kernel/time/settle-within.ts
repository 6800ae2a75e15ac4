/** Waits until the work has settled, but no longer than the limit, so that nothing keeps the service from stopping. */
export async function settleWithin(work: Promise<unknown> | null, limitMs: number): Promise<void> {
  if (work === null) return;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limitMs);
  });
  await Promise.race([work.catch(() => {}), late]);
  clearTimeout(timer);
}
