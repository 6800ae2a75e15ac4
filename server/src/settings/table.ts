import { type LogLevel, logLevels } from '../kernel/index.ts';
import {
  emailAddress,
  emailAddresses,
  folder,
  hostName,
  hostNames,
  httpFolder,
  httpOrigin,
  httpProxy,
  integer,
  mailSender,
  networks,
  oneOf,
  postgresUrl,
  redisUrl,
  roleList,
  sealingKeys,
  secretToken,
  smtpUrl,
} from './kinds.ts';
import { always, optional } from './setting.ts';
import { tracingSettings } from './tracing-settings.ts';

/** Every setting there is. Parsing, complaints, the docs page and the start-up summary are made from this. */
export const settingsTable = {
  PORT: always({
    kind: integer(0, 65_535),
    fallback: '8080',
    meaning: 'TCP port to listen on; 0 takes any free one.',
  }),
  HOST: always({
    kind: hostName,
    fallback: '127.0.0.1',
    meaning: 'Address to listen on; 0.0.0.0 for all interfaces.',
  }),
  BASE_URL: optional({
    kind: httpOrigin,
    meaning:
      'Address under which browsers and customers reach the service; by default http://localhost:PORT.',
  }),
  ALLOWED_HOSTS: optional({
    kind: hostNames,
    meaning:
      'Further host names under which the service answers, separated by commas. It always answers under the name of BASE_URL, localhost and IP addresses.',
  }),
  DATA_DIR: always({
    kind: folder,
    fallback: 'data',
    meaning: 'Folder for the embedded database and the generated secrets; relative to the project folder.',
  }),
  DATABASE_URL: optional({
    kind: postgresUrl,
    secret: true,
    meaning: 'PostgreSQL 15 or newer to use instead of the embedded one; needs SECRET_KEY.',
  }),
  REDIS_URL: optional({
    kind: redisUrl,
    secret: true,
    meaning:
      'Redis 7 or Valkey that links several processes to one service; needs DATABASE_URL, BASE_URL and OPERATOR_TOKEN, the same for all of them. Such a process uses no data folder.',
  }),
  WORKERS: always({
    kind: integer(1, 64),
    fallback: '1',
    meaning: 'Processes that share the port on this machine. They need no Redis.',
  }),
  DRAIN_SECONDS: always({
    kind: integer(0, 3_600),
    fallback: '20',
    meaning:
      'How long a process that stops waits for its conversations to pause before it sends their clients to other processes. A process that runs alone does not wait.',
  }),
  ROLES: always({
    kind: roleList,
    fallback: 'all',
    meaning:
      'What this process does: live has the sessions, web the dashboard and the APIs, delivery sends webhooks and mail and keeps house. Anything but all needs REDIS_URL, and every role needs a process.',
  }),
  SECRET_KEY: optional({
    kind: sealingKeys,
    secret: true,
    meaning:
      'Key under which secrets are sealed; by default made once in the data folder. To rotate, put the new key in front of the old one, separated by a comma.',
  }),
  OPERATOR_TOKEN: optional({
    kind: secretToken,
    secret: true,
    meaning: 'The operator’s token; by default made once in the data folder.',
  }),
  OWNER_EMAIL: always({
    kind: emailAddress,
    fallback: 'owner@localhost',
    meaning: 'E-mail address of the first account’s owner; read only at the very first start.',
  }),
  OPERATOR_EMAILS: optional({
    kind: emailAddresses,
    meaning:
      'Addresses of people who are operators in the dashboard, separated by commas; the first account’s owner is one anyway.',
  }),
  SMTP_URL: optional({
    kind: smtpUrl,
    secret: true,
    meaning:
      'Server that mail is sent by, such as smtps://user:password@mail.example.com; without it mail stays in the operator’s outbox.',
  }),
  MAIL_FROM: always({
    kind: mailSender,
    fallback: 'Parley <parley@localhost>',
    meaning: 'Sender of the mail.',
  }),
  SIGN_IN_MAX_DAYS: always({
    kind: integer(1, 365),
    fallback: '30',
    meaning:
      'Days after which a sign-in to the dashboard ends, however often it is used. One that is not used ends after 7 days.',
  }),
  TRUSTED_PROXIES: optional({
    kind: networks,
    meaning:
      'Proxies whose X-Forwarded-For is believed; without it the source address is always that of the connection.',
  }),
  MAX_CONNECTIONS: always({
    kind: integer(10, 1_000_000),
    fallback: '20000',
    meaning:
      'Connections, WebSockets included, that may be open at once. The service also stays below the limit of open files of its process.',
  }),
  MAX_CONNECTIONS_PER_SOURCE: always({
    kind: integer(10, 1_000_000),
    fallback: '1000',
    meaning:
      'Connections that one source address may have open at once; an IPv6 network (/64) counts as one address. Behind TRUSTED_PROXIES only WebSockets are counted, each for the forwarded address.',
  }),
  EDGE_RATE: always({
    kind: integer(1, 1_000_000),
    fallback: '60',
    meaning: 'Session queries per second allowed to one source address, sustained.',
  }),
  EDGE_BURST: always({
    kind: integer(1, 1_000_000),
    fallback: '120',
    meaning: 'Session queries allowed to one source address at once.',
  }),
  JOIN_RATE: always({
    kind: integer(1, 1_000_000),
    fallback: '10',
    meaning: 'Sessions per second that one source address may open, sustained.',
  }),
  JOIN_BURST: always({
    kind: integer(1, 1_000_000),
    fallback: '30',
    meaning: 'Sessions that one source address may open at once.',
  }),
  MODEL_MAX_MB: always({
    kind: integer(1, 32),
    fallback: '30',
    meaning: 'Size up to which an avatar’s own VRM or GLB is taken, in megabytes.',
  }),
  VOICE_INSTALL: always({
    kind: oneOf<'on' | 'off'>(['on', 'off']),
    fallback: 'on',
    meaning:
      'Whether a start without the natural voice fetches it by pip or uv, in the background. With off nothing is fetched; "parley voice install" installs it.',
  }),
  VOICE_FOLDER: optional({
    kind: folder,
    meaning:
      'Folder in which voices are installed; relative to the project folder. By default voices in the data folder. A process with REDIS_URL has no natural voice without it.',
  }),
  VOICE_SOURCE: always({
    kind: httpFolder,
    fallback: 'https://huggingface.co/maureesewilliams/hibari/resolve/main/voices/',
    meaning: 'Where "parley voice install NAME" fetches the further voices.',
  }),
  ALLOWED_PRIVATE_NETWORKS: optional({
    kind: networks,
    meaning:
      'Private networks in which endpoints, models and webhooks of accounts may live; all others are refused. Bound to loopback without a BASE_URL, loopback is allowed too.',
  }),
  OUTBOUND_PROXY: optional({
    kind: httpProxy,
    secret: true,
    meaning:
      'HTTP proxy through which endpoints, models, webhooks, voices and transcription servers are reached. The proxy looks the names up; what the operator allows as a private address is still dialled directly.',
  }),
  LOG_LEVEL: always({
    kind: oneOf<LogLevel>(logLevels),
    fallback: 'info',
    meaning: 'How much is logged; debug adds a line per request.',
  }),
  ...tracingSettings,
} as const;

export type SettingName = keyof typeof settingsTable;
