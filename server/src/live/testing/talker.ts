import { createLiveClient, type LiveClient } from '@parley/client';

/** Longer than any restart on a busy machine takes. */
const returnWithinMs = 90_000;

/** A user who asks again after each answer, and reconnects after each drop. */
export class Talker {
  readonly client: LiveClient;
  answers = 0;
  returns = 0;
  ended: string | null = null;
  #said = 0;
  #silent = false;

  readonly #name: string;

  /** `name` distinguishes this user's messages from those of others. */
  constructor(url: string, avatarId: string, name = 'message') {
    this.#name = name;
    this.client = createLiveClient({ url, avatarId, returnWithinMs });
    this.client.on('sentence', () => {
      this.answers += 1;
      this.#talk();
    });
    this.client.on('connection', (change) => {
      if (change.state !== 'connected') return;
      if (change.resumed) this.returns += 1;
      // A question is lost if the service dies with it, so the user asks again.
      this.#talk();
    });
    this.client.on('end', ({ reason }) => {
      this.ended = reason;
    });
  }

  /** How many messages it has sent. */
  get said(): number {
    return this.#said;
  }

  get sessionId(): string {
    return this.client.sessionId ?? '';
  }

  async connect(): Promise<void> {
    await this.client.connect();
  }

  /** The page is closed and does not reconnect. */
  vanish(): void {
    this.#silent = true;
    this.client.detach();
  }

  fallSilent(): void {
    this.#silent = true;
  }

  async hangUp(): Promise<void> {
    this.#silent = true;
    await this.client.hangUp();
  }

  #talk(): void {
    if (this.#silent || this.client.state !== 'connected') return;
    this.#said += 1;
    this.client.sendMessage(`${this.#name} ${this.#said}`);
  }
}
