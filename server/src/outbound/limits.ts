export interface Limits {
  /** From the start of the look-up to the end of the TLS handshake, a proxy included. */
  readonly connectTimeoutMs: number;
  /** From the call to the last byte of the answer, waiting for a free connection included. */
  readonly totalTimeoutMs: number;
  /** Longest silence of the peer after the request is sent. */
  readonly idleTimeoutMs: number | undefined;
  readonly maxResponseBytes: number;
  /** What happens to a longer answer: the request fails, or (`cut`) only its beginning is kept. */
  readonly tooLarge: 'fail' | 'cut';
}

export type LimitOptions = { readonly [Name in keyof Limits]?: Limits[Name] | undefined };

const defaultLimits: Limits = {
  connectTimeoutMs: 4_000,
  totalTimeoutMs: 10_000,
  idleTimeoutMs: undefined,
  maxResponseBytes: 1_048_576,
  tooLarge: 'fail',
};

export function limitsOf(options: LimitOptions, defaults: Limits = defaultLimits): Limits {
  const limits: Limits = {
    connectTimeoutMs: options.connectTimeoutMs ?? defaults.connectTimeoutMs,
    totalTimeoutMs: options.totalTimeoutMs ?? defaults.totalTimeoutMs,
    idleTimeoutMs: options.idleTimeoutMs ?? defaults.idleTimeoutMs,
    maxResponseBytes: options.maxResponseBytes ?? defaults.maxResponseBytes,
    tooLarge: options.tooLarge ?? defaults.tooLarge,
  };
  for (const name of ['connectTimeoutMs', 'totalTimeoutMs', 'idleTimeoutMs'] as const) {
    checkDelay(name, limits[name] ?? 1);
  }
  if (!(limits.maxResponseBytes >= 0)) throw new RangeError('maxResponseBytes has to be 0 or more');
  return limits;
}

// Outside this range setTimeout fires at once.
function checkDelay(name: string, delayMs: number): void {
  if (!(delayMs >= 1 && delayMs <= 0x7fff_ffff)) throw new RangeError(`${name} has to be 1 to 2147483647`);
}
