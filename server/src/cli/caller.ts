import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readService } from '../data-folder/index.ts';

/** Talks to the running service as its operator. */
export type Caller = {
  call(method: string, path: string, body?: unknown): Promise<unknown>;
  /** Where the service is. */
  url(): Promise<string>;
};

/** Something between this command and the service; the message says what to do. */
export class ServiceError extends Error {
  override name = 'ServiceError';
}

export function createCaller(dataDir: string): Caller {
  return {
    url: () => findService(dataDir),
    async call(method, path, body) {
      const url = await findService(dataDir);
      const token = await readToken(dataDir);
      const response = await fetch(url + path, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }).catch(() => {
        throw new ServiceError(
          `The service at ${url} does not answer. Is it running? "npm start" starts it.`,
        );
      });
      const answer = (await response.json()) as { error?: { message?: string } };
      if (!response.ok)
        throw new ServiceError(answer.error?.message ?? `The service answered ${response.status}.`);
      return answer;
    },
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
