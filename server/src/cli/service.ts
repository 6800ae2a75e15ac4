import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type CallOptions,
  createManagementClient,
  ManagementApiError,
  type ManagementClient,
} from '@parley/protocol/management/client';
import { type StreamEvent, type StreamName, streamCall } from '@parley/protocol/management/stream';
import { withoutTrailing } from '@parley/protocol/wire';
import { readService } from '../data-folder/index.ts';
import { commandPrefix } from '../settings/index.ts';

/** The service that a command talks to. */
export type Service = ManagementClient & {
  url(): Promise<string>;
  /** The events of a call that answers with a stream. */
  stream<N extends StreamName>(
    name: N,
    options: CallOptions<N>,
    signal: AbortSignal,
  ): AsyncGenerator<StreamEvent>;
  /** A management key can use only its own account. The operator can use all accounts. */
  readonly isOperator: boolean;
};

/** The service cannot be reached, or it refused the call. The message says what to do. */
export class ServiceError extends Error {
  override name = 'ServiceError';
}

export type ServiceLocation = {
  /** The data folder of a service on this machine. It contains the operator's token. */
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
};

type Connection = { readonly url: string; readonly token: string };

/**
 * PARLEY_URL with PARLEY_KEY or OPERATOR_TOKEN names a service anywhere. Without them it is the service of the data
 * folder.
 */
export function findService({ dataDir, env }: ServiceLocation): Service {
  const { PARLEY_URL: url = '', PARLEY_KEY: key = '', OPERATOR_TOKEN: operatorToken = '' } = env;
  if (url === '' ? key !== '' : key === '' && operatorToken === '')
    throw new ServiceError('Set both PARLEY_URL and PARLEY_KEY, or neither.');
  const isOperator = key === '';
  const connect =
    url === ''
      ? () => ofDataFolder({ dataDir, env }, operatorToken)
      : () => Promise.resolve({ url: withoutTrailing(url, '/'), token: key === '' ? operatorToken : key });
  let connection: Promise<Connection> | undefined;
  const connected = () => {
    connection ??= connect();
    return connection;
  };
  return {
    isOperator,
    url: async () => (await connected()).url,
    async *stream(name, options, signal) {
      yield* streamCall(await connected(), name, options, signal);
    },
    async call(name, options) {
      const found = await connected();
      return await createManagementClient(found)
        .call(name, options)
        .catch((error: unknown) => {
          throw error instanceof ManagementApiError && error.status === 0
            ? silent(found.url, url === '' ? startCommand(env) : null)
            : error;
        });
    },
  };
}

const silent = (url: string, start: string | null): ServiceError =>
  new ServiceError(
    `Could not reach the service at ${url}. ${start === null ? 'Check PARLEY_URL.' : `Start it with: ${start}`}`,
  );

const startCommand = (env: ServiceLocation['env']): string =>
  `${commandPrefix(env, ['DATA_DIR', 'PORT', 'HOST'])}npm start`;

async function ofDataFolder({ dataDir, env }: ServiceLocation, operatorToken: string): Promise<Connection> {
  const service = await readService(dataDir);
  if (service === null || service.url === null) {
    throw new ServiceError(
      `No service runs on the data folder ${dataDir}. Start it with "${startCommand(env)}", set DATA_DIR to the folder it uses, or set PARLEY_URL and PARLEY_KEY.`,
    );
  }
  if (operatorToken !== '') return { url: service.url, token: operatorToken };
  const token = await readFile(join(dataDir, 'operator.token'), 'utf8').catch(() => {
    throw new ServiceError(
      `Could not read the operator token in ${dataDir}. Run this command as the user who runs the service.`,
    );
  });
  return { url: service.url, token: token.trim() };
}
