import type { Accounts } from '../accounts/index.ts';
import type { Avatars } from '../avatars/index.ts';
import type { Bus } from '../bus/index.ts';
import type { Sql } from '../db/index.ts';
import type { ConnectionTimeouts } from '../http/index.ts';
import type { Clock, Log, SealedBox } from '../kernel/index.ts';
import type { Processes } from '../live/index.ts';
import type { AddressPolicy, ForbiddenPort } from '../outbound/index.ts';
import type { Role, Settings } from '../settings/index.ts';
import type { PasswordOptions } from '../sign-in/index.ts';
import type { Tracer } from '../tracing/index.ts';

/** What the parts of the service share. */
export type SharedDeps = Pick<
  AppDeps,
  'sql' | 'bus' | 'box' | 'clock' | 'log' | 'baseUrl' | 'showProblem' | 'isBusy'
> & {
  /** Null if nothing is traced. */
  readonly tracer: Tracer | null;
  readonly policy: AddressPolicy;
  readonly accounts: Accounts;
  readonly avatars: Avatars;
};

/** What the whole service needs from outside. */
export type AppDeps = {
  readonly settings: Settings;
  /** Ports of the service and its stores. No address that an account sets may use them. */
  readonly servicePorts: readonly ForbiddenPort[];
  readonly baseUrl: string;
  readonly sql: Sql;
  readonly databaseUrl: string;
  readonly bus: Bus;
  readonly box: SealedBox;
  readonly clock: Clock;
  readonly log: Log;
  readonly operatorToken: string;
  /** The other processes of the service; null if this one is alone. */
  readonly processes?: Processes | null;
  /** What this process does; everything if left out. */
  readonly roles?: readonly Role[];
  /** Null or left out: nothing is traced. */
  readonly tracer?: Tracer | null;
  /** Null in tests that run the delivery engine step by step. */
  readonly deliveryPollMs?: number | null;
  /** Null in tests that run mail, analytics and retention step by step. */
  readonly backgroundMs?: null;
  /** Tests of slow clients use shorter timeouts. */
  readonly timeouts?: Partial<ConnectionTimeouts>;
  /** Where the demo endpoint listens. The dashboard does not show it as an account's own endpoint. */
  readonly demoUrl?: () => string | null;
  /** Tells the person at the terminal why an avatar could not answer. Left out if there is none. */
  readonly showProblem?: (text: string) => void;
  /** The data folder; null or left out if the service keeps nothing on this machine. */
  readonly dataFolder?: string | null;
  /** The folder where voices are installed; null or left out if there is none. */
  readonly voiceFolder?: string | null;
  /** The program to use in place of `espeak-ng`; null: none. Tests must not depend on what is installed. */
  readonly espeakProgram?: string | null;
  /** The built pages; this project's own if left out. */
  readonly webFolder?: string;
  /** Whether copies for shadows are dropped now. Measured if left out; a test process is always busy. */
  readonly isBusy?: () => boolean;
  /** Tests use cheaper password hashing. */
  readonly passwords?: PasswordOptions;
};
