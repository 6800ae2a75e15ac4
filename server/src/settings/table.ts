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

/** All settings. Parsing, complaints, the docs page and the start-up summary are generated from this table. */
export const settingsTable = {
  PORT: always({
    kind: integer(0, 65_535),
    fallback: '8080',
    meaning: 'TCP port to listen on. 0 takes any free port.',
  }),
  HOST: always({
    kind: hostName,
    fallback: '127.0.0.1',
    meaning: 'Address to listen on. 0.0.0.0 listens on all interfaces.',
  }),
  BASE_URL: optional({
    kind: httpOrigin,
    meaning: 'URL at which browsers and customers reach the service. The default is http://localhost:PORT.',
  }),
  ALLOWED_HOSTS: optional({
    kind: hostNames,
    meaning:
      'Further host names that the service answers to, separated by commas. It always answers to the name in BASE_URL, localhost and IP addresses.',
  }),
  DATA_DIR: always({
    kind: folder,
    fallback: 'data',
    meaning: 'Folder for the embedded database and the generated secrets, relative to the project folder.',
  }),
  DATABASE_URL: optional({
    kind: postgresUrl,
    secret: true,
    meaning: 'PostgreSQL 15 or newer to use instead of the embedded one. It needs SECRET_KEY.',
  }),
  REDIS_URL: optional({
    kind: redisUrl,
    secret: true,
    meaning:
      'Redis 7 or Valkey that links several processes to one service. It needs DATABASE_URL, BASE_URL and OPERATOR_TOKEN, with the same values for all processes. Such a process uses no data folder.',
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
      'What this process does: live runs the sessions, web serves the dashboard and the APIs, delivery sends webhooks and e-mails and deletes old data. Anything but all needs REDIS_URL, and every role needs a process.',
  }),
  SECRET_KEY: optional({
    kind: sealingKeys,
    secret: true,
    meaning:
      'Key that seals the stored secrets. By default the service creates it once in the data folder. To rotate, put the new key in front of the old one, separated by a comma.',
  }),
  OPERATOR_TOKEN: optional({
    kind: secretToken,
    secret: true,
    meaning: 'The operator’s token. By default the service creates it once in the data folder.',
  }),
  OWNER_EMAIL: always({
    kind: emailAddress,
    fallback: 'owner@localhost',
    meaning: 'E-mail address of the first account’s owner. It is read only at the very first start.',
  }),
  OPERATOR_EMAILS: optional({
    kind: emailAddresses,
    meaning:
      'E-mail addresses of people who are operators in the dashboard, separated by commas. The first account’s owner always is one.',
  }),
  SMTP_URL: optional({
    kind: smtpUrl,
    secret: true,
    meaning:
      'Server that sends e-mails, such as smtps://user:password@mail.example.com. Without it, e-mails stay in the operator’s outbox.',
  }),
  MAIL_FROM: always({
    kind: mailSender,
    fallback: 'Parley <parley@localhost>',
    meaning: 'Sender of the e-mails.',
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
      'Proxies whose X-Forwarded-For is trusted. Without it, the source address is always that of the connection.',
  }),
  MAX_CONNECTIONS: always({
    kind: integer(10, 1_000_000),
    fallback: '20000',
    meaning:
      'Connections, WebSockets included, that may be open at the same time. The service also stays below the limit of open files of its process.',
  }),
  MAX_CONNECTIONS_PER_SOURCE: always({
    kind: integer(10, 1_000_000),
    fallback: '1000',
    meaning:
      'Connections that one source address may have open at the same time. An IPv6 network (/64) counts as one address. Behind TRUSTED_PROXIES only WebSockets are counted, each for the forwarded address.',
  }),
  EDGE_RATE: always({
    kind: integer(1, 1_000_000),
    fallback: '60',
    meaning: 'Session queries per second that one source address may send, sustained.',
  }),
  EDGE_BURST: always({
    kind: integer(1, 1_000_000),
    fallback: '120',
    meaning: 'Session queries that one source address may send in a burst.',
  }),
  JOIN_RATE: always({
    kind: integer(1, 1_000_000),
    fallback: '10',
    meaning: 'Sessions per second that one source address may open, sustained.',
  }),
  JOIN_BURST: always({
    kind: integer(1, 1_000_000),
    fallback: '30',
    meaning: 'Sessions that one source address may open in a burst.',
  }),
  MODEL_MAX_MB: always({
    kind: integer(1, 32),
    fallback: '30',
    meaning: 'Maximum size of an avatar’s own VRM or GLB file, in megabytes.',
  }),
  VOICE_INSTALL: always({
    kind: oneOf<'on' | 'off'>(['on', 'off']),
    fallback: 'on',
    meaning:
      'Whether the service installs a missing natural voice at its start, by pip or uv, in the background. With off, "parley voice install" installs it.',
  }),
  VOICE_FOLDER: optional({
    kind: folder,
    meaning:
      'Folder for installed voices, relative to the project folder. The default is voices in the data folder. A process with REDIS_URL has no natural voice without it.',
  }),
  VOICE_SOURCE: always({
    kind: httpFolder,
    fallback: 'https://huggingface.co/maureesewilliams/hibari/resolve/main/voices/',
    meaning: 'Where "parley voice install NAME" fetches the further voices.',
  }),
  ALLOWED_PRIVATE_NETWORKS: optional({
    kind: networks,
    meaning:
      'Private networks that endpoints, models and webhooks of accounts may be in. All others are refused. If HOST is a loopback address and BASE_URL is not set, loopback is allowed, too.',
  }),
  OUTBOUND_PROXY: optional({
    kind: httpProxy,
    secret: true,
    meaning:
      'HTTP proxy through which endpoints, models, webhooks, voices and transcription servers are reached. The proxy looks the names up. Allowed private addresses are still reached directly.',
  }),
  LOG_LEVEL: always({
    kind: oneOf<LogLevel>(logLevels),
    fallback: 'info',
    meaning: 'How much is logged. debug adds a line per request.',
  }),
  ...tracingSettings,
} as const;

export type SettingName = keyof typeof settingsTable;
