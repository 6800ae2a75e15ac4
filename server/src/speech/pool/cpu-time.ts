/** The processor time that this thread has used since then. Other work on the machine does not count. */
export function cpuMsSince(begin: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(begin);
  return (user + system) / 1_000;
}
