import { strict as assert } from 'node:assert';
import { type OperatorClient, operatorClient } from '../running/index.ts';

type Avatar = { readonly id: string; readonly name: string };

/** A person who creates, changes, reads and deletes avatars all the time. Throws at every wrong answer. */
export class Manager {
  readonly #client: OperatorClient;
  readonly #avatars: string;
  readonly #endpointUrl: string;
  #isOver = false;
  rounds = 0;

  constructor(group: { url: string; operatorToken: string }, account: string, endpointUrl: string) {
    this.#client = operatorClient(group);
    this.#avatars = `/v1/accounts/${account}/avatars`;
    this.#endpointUrl = endpointUrl;
  }

  async work(): Promise<void> {
    while (!this.#isOver) {
      const name = `Made ${this.rounds}`;
      const avatar = await this.#client.call<Avatar>('POST', this.#avatars, {
        name,
        endpointUrl: this.#endpointUrl,
      });
      const path = `${this.#avatars}/${avatar.id}`;
      assert.equal((await this.#client.call<Avatar>('GET', path)).name, name);
      await this.#client.call('PATCH', path, { name: `${name} again` });
      const { items } = await this.#client.call<{ items: Avatar[] }>('GET', `${this.#avatars}?limit=100`);
      assert.equal(items.find(({ id }) => id === avatar.id)?.name, `${name} again`);
      await this.#client.call('DELETE', path);
      this.rounds += 1;
    }
  }

  stop(): void {
    this.#isOver = true;
  }
}
