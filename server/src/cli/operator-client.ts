import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readService } from '../data-folder/index.ts';

/** Calls the running service as its operator. */
export type OperatorClient = {
  call(method: string, path: string, body?: unknown): Promise<unknown>;
  /** Uploads a file. */
  send(method: string, path: string, body: Blob): Promise<unknown>;
  /** Downloads a file. */
  fetchBytes(method: string, path: string, body: unknown): Promise<Uint8Array>;
  /** The address of the service. */
  url(): Promise<string>;
};

/** The service cannot be reached, or it refused the call; the message says what to do. */
export class ServiceError extends Error {
  override name = 'ServiceError';
}

export function createOperatorClient(dataDir: string): OperatorClient {
  const ask = async (method: string, path: string, type: string | null, body?: string | Blob) => {
    const url = await findService(dataDir);
    const token = await readToken(dataDir);
    const response = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(type === null ? {} : { 'content-type': type }) },
      ...(body === undefined ? {} : { body }),
    }).catch(() => {
      throw new ServiceError(`The service at ${url} does not answer. Is it running? "npm start" starts it.`);
    });
    if (response.ok) return response;
    const answer = (await response.json().catch(() => ({}))) as { error?: { message?: string } };
    throw new ServiceError(answer.error?.message ?? `The service answered ${response.status}.`);
  };
  const askJson = async (method: string, path: string, body?: unknown) =>
    body === undefined
      ? await ask(method, path, null)
      : await ask(method, path, 'application/json', JSON.stringify(body));
  return {
    url: () => findService(dataDir),
    call: async (method, path, body) => (await askJson(method, path, body)).json(),
    send: async (method, path, body) => (await ask(method, path, 'application/octet-stream', body)).json(),
    fetchBytes: async (method, path, body) => (await askJson(method, path, body)).bytes(),
  };
}

async function findService(dataDir: string): Promise<string> {
  const service = await readService(dataDir);
  if (service === null || service.url === null) {
    throw new ServiceError(
      `No service runs on the data folder ${dataDir}. Start it with "npm start", or set DATA_DIR to the folder it uses.`,
    );
  }
  return service.url;
}

async function readToken(dataDir: string): Promise<string> {
  const token = await readFile(join(dataDir, 'operator.token'), 'utf8').catch(() => {
    throw new ServiceError(
      `The operator token in ${dataDir} cannot be read. Run this as the user who runs the service.`,
    );
  });
  return token.trim();
}
