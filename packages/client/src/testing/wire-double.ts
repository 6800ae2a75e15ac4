import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readAll } from 'node:stream/consumers';
import type { ClientFrames, ServerFrames } from '@parley/protocol';
import { closeCodes, maxFrameBytes } from '@parley/protocol/wire';
import { WebSocketServer } from 'ws';
import { Arrivals } from './arrivals.ts';
import { DoubleSocket } from './double-socket.ts';

export type AuthenticateRequest = {
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: IncomingMessage['headers'];
};
export type AuthenticateAnswer = { readonly status: number; readonly body: unknown };

/** A service with only the wire protocol. It admits clients with the right secret, and tests do the rest. */
export class WireDouble implements AsyncDisposable {
  readonly url: string;
  readonly requests: AuthenticateRequest[] = [];
  answer: (request: AuthenticateRequest) => AuthenticateAnswer = () => this.letIn();
  /** False if the test answers hello itself. */
  welcomes = true;
  status: ServerFrames['welcome']['status'] = 'UNLOADED';
  /** The last taken frame number in the welcome; null for a service that does not number frames. */
  taken: number | null = null;
  #server: Server;
  #sockets = new Arrivals<DoubleSocket>();
  #all: DoubleSocket[] = [];
  #ticket: string | null = null;
  #resume: string | null = null;
  #count = 0;
  #connectedBefore = false;

  private constructor(server: Server) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on('request', (request, response) => void this.#authenticate(request, response));
    const upgrade = new WebSocketServer({ server, path: '/client/live', maxPayload: maxFrameBytes });
    upgrade.on('connection', (socket) => void this.#admit(new DoubleSocket(socket)));
  }

  static async start(port = 0): Promise<WireDouble> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    return new WireDouble(server);
  }

  /** The next socket that the test has not taken yet, after its hello. */
  socket(): Promise<DoubleSocket> {
    return this.#sockets.take();
  }

  get socketCount(): number {
    return this.#all.length;
  }

  letIn(): AuthenticateAnswer {
    this.#count += 1;
    this.#ticket = `ticket-${this.#count}`;
    this.#resume = `resume-${this.#count}`;
    const user = { id: '1000000000001', name: 'Guest' };
    const secrets = { ticket: this.#ticket, resume: this.#resume, visitor: 'visitor-secret' };
    return { status: 200, body: { sessionId: 'ses_double', ...secrets, avatar: { name: 'Ada' }, user } };
  }

  /** From now on no secret is valid. */
  forget(): void {
    this.#ticket = null;
    this.#resume = null;
  }

  /** A welcome with a new resume secret; the previous one is used up. */
  welcome(): ServerFrames['welcome'] {
    const resumed = this.#connectedBefore;
    this.#connectedBefore = true;
    this.#count += 1;
    this.#resume = `resume-${this.#count}`;
    const common = { version: 1, sessionId: 'ses_double', maxSessionDuration: -1 };
    const taken = this.taken === null ? {} : { taken: this.taken };
    return { type: 'welcome', ...common, resume: this.#resume, resumed, status: this.status, ...taken };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#all) socket.drop();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #authenticate(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = JSON.parse(await readAll(request)) as Record<string, unknown>;
    const received = { body, headers: request.headers };
    this.requests.push(received);
    const answer = this.answer(received);
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body));
  }

  async #admit(socket: DoubleSocket): Promise<void> {
    this.#all.push(socket);
    const hello = await socket.next('hello');
    if (!this.#proves(hello)) {
      socket.send({ type: 'error', code: 'bad_ticket', message: 'This ticket is not valid.' });
      return socket.close(closeCodes.refused, 'bad_ticket');
    }
    if (this.welcomes) socket.send(this.welcome());
    this.#sockets.add(socket);
  }

  #proves({ ticket, resume }: ClientFrames['hello']): boolean {
    if (ticket !== undefined && ticket === this.#ticket) {
      this.#ticket = null;
      return true;
    }
    return resume !== undefined && resume === this.#resume;
  }
}
