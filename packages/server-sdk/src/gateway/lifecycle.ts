import type { GatewayAction, LoginRequest } from '@parley/protocol/contract';
import { HandlerTimeout, within } from '../http/time-limit.ts';
import { report } from '../http/web-handler.ts';
import type { GatewaySession, KnownSession } from './session.ts';
import type { Sessions } from './sessions.ts';
import { SharedWork } from './shared-work.ts';

export type LifecycleOptions<Data> = {
  /**
   * May be called again for the same session. Throw `LoginRefused` to end the session. If the visitor leaves meanwhile,
   * `session.isOver` becomes true, and `onLogout` follows.
   */
  readonly onLogin?: (session: GatewaySession<Data>) => unknown;
  /** Called for a session that is known here or in the store, again if it fails. */
  readonly onLogout?: (session: GatewaySession<Data>) => unknown;
  /** Gets every error of your handlers. Without it they are written to the console. */
  readonly onError?: (error: unknown, request: { action: GatewayAction; sessionId: string }) => unknown;
  /** How long a LOGIN that comes again waits for `onLogin` of the first one, before it is called again: 60. */
  readonly loginTimeoutSeconds?: number;
  /** The same for LOGOUT and `onLogout`: 600. */
  readonly logoutTimeoutSeconds?: number;
};

/** Thrown by `onLogin`: the visitor may not talk to the avatar. */
export class LoginRefused extends Error {
  override name = 'LoginRefused';
}

/**
 * Begins and ends sessions. Parley waits 5 seconds for a LOGIN or a LOGOUT and then sends it again, while the handler of
 * the first one still runs. The visitor can leave meanwhile, too.
 */
export class Lifecycle<Data> {
  readonly #logins = new SharedWork<void>();
  readonly #logouts = new SharedWork<boolean>();
  readonly #options: LifecycleOptions<Data>;
  readonly #sessions: Sessions<Data>;

  constructor(options: LifecycleOptions<Data>, sessions: Sessions<Data>) {
    this.#options = options;
    this.#sessions = sessions;
  }

  async logIn(login: LoginRequest): Promise<void> {
    // A request that was overtaken. Nothing would close what `onLogin` opens.
    if (this.#logouts.isRunning(login.sessionId)) throw new LoginRefused('The session is over.');
    const session = this.#sessions.open(login);
    await this.#logins.run(session.id, () => this.#open(session));
  }

  /** Whether the session was known. */
  logOut(sessionId: string): Promise<boolean> {
    return this.#logouts.run(sessionId, async () => {
      this.#sessions.interruptOpening(sessionId);
      await this.#logins.untilEnded(sessionId);
      const session = await this.#sessions.find(sessionId);
      if (session === null) return false;
      session.end();
      await this.#end(session);
      return true;
    });
  }

  async #open(session: KnownSession<Data>): Promise<void> {
    this.#sessions.beginOpening(session);
    try {
      await this.#handle('LOGIN', session, (handled) =>
        handled.then(() => this.#keep(session)).finally(() => this.#sessions.endOpening(session)),
      );
    } catch (error) {
      if (error instanceof LoginRefused) {
        session.end();
        await this.#sessions.forget(session);
      }
      throw error;
    }
  }

  async #keep(session: KnownSession<Data>): Promise<void> {
    if (!session.hasEnded) await this.#sessions.keep(session);
    // LOGOUT came meanwhile.
    if (session.hasEnded) await this.#end(session);
  }

  async #end(session: KnownSession<Data>): Promise<void> {
    try {
      await this.#handle('LOGOUT', session, (handled) => handled.then(() => this.#sessions.forget(session)));
    } catch (error) {
      // The LOGOUT that comes again must find the session.
      if (this.#logouts.isRunning(session.id)) await this.#sessions.keep(session);
      throw error;
    }
  }

  /** Calls a handler, and waits for it and for what follows it. After the handler's time it stops waiting. */
  async #handle(
    action: 'LOGIN' | 'LOGOUT',
    session: KnownSession<Data>,
    follow: (handled: Promise<unknown>) => Promise<void>,
  ): Promise<void> {
    const { loginTimeoutSeconds = 60, logoutTimeoutSeconds = 600, onError } = this.#options;
    const [name, seconds] =
      action === 'LOGIN'
        ? (['onLogin', loginTimeoutSeconds] as const)
        : (['onLogout', logoutTimeoutSeconds] as const);
    const handled = (async () => this.#options[name]?.(session))();
    const done = follow(handled);
    try {
      await within(seconds, name, handled);
    } catch (error) {
      if (error instanceof HandlerTimeout) {
        done.catch((late: unknown) => report(onError, late, { action, sessionId: session.id }));
        throw error;
      }
    }
    // Rejects with the error of the handler, if it has failed.
    await done;
  }
}
