const everyMs = 200;
const lateMs = 150;
const rememberedMs = 10_000;

/** Notices when this page runs late, because the machine is busy. Returns whether it did in the last seconds. */
export function watchBusyPage(): () => boolean {
  let lastMs = performance.now();
  let busyMs = Number.NEGATIVE_INFINITY;
  const look = (): void => {
    const now = performance.now();
    if (now - lastMs > everyMs + lateMs) busyMs = now;
  };
  setInterval(() => {
    look();
    lastMs = performance.now();
  }, everyMs);
  return () => {
    look();
    return performance.now() - busyMs < rememberedMs;
  };
}
