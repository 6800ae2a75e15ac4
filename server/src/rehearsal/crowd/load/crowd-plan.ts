/** What was asked for. A crowd never does more. */
export type CrowdPlan = {
  /** Turns a second; null to find the highest that is carried. */
  readonly rate: number | null;
  readonly upTo: number;
  /** How long each step is measured. */
  readonly seconds: number;
  /** How many turns a visitor has on average. */
  readonly turns: number;
  readonly thinkingSeconds: number;
  readonly say: readonly string[];
  readonly seed: number;
  readonly maxSessions: number;
  readonly maxRequests: number;
  /** Null for a limit by the first step. */
  readonly p95LimitMs: number | null;
};
