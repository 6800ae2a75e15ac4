import { modelLimits } from '@parley/face/model-limits';
import { logLevels } from '../kernel/index.ts';
import * as kinds from './kinds.ts';
import texts from './settings.json' with { type: 'json' };

const { integer, oneOf } = kinds;
const rate = integer(1, 1_000_000);
const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** What each setting may be. The names and defaults of those that begin with OTEL are not ours. */
const kindsByName = {
  PORT: integer(0, 65_535),
  HOST: kinds.hostName,
  BASE_URL: kinds.httpOrigin,
  ALLOWED_HOSTS: kinds.hostNames,
  DATA_DIR: kinds.folder,
  DATABASE_URL: kinds.postgresUrl,
  REDIS_URL: kinds.redisUrl,
  WORKERS: integer(1, 64),
  DRAIN_SECONDS: integer(0, 3_600),
  ROLES: kinds.roleList,
  SECRET_KEY: kinds.sealingKeys,
  OPERATOR_TOKEN: kinds.secretToken,
  OWNER_EMAIL: kinds.emailAddress,
  OPERATOR_EMAILS: kinds.emailAddresses,
  SMTP_URL: kinds.smtpUrl,
  MAIL_FROM: kinds.mailSender,
  SIGN_IN_MAX_DAYS: integer(1, 365),
  TRUSTED_PROXIES: kinds.networks,
  MAX_CONNECTIONS: integer(10, 1_000_000),
  MAX_CONNECTIONS_PER_SOURCE: integer(10, 1_000_000),
  EDGE_RATE: rate,
  EDGE_BURST: rate,
  JOIN_RATE: rate,
  JOIN_BURST: rate,
  MODEL_MAX_MB: integer(1, modelLimits.bytes / 1024 / 1024),
  VOICE_INSTALL: oneOf(['on', 'off']),
  VOICE_FOLDER: kinds.folder,
  VOICE_SOURCE: kinds.httpFolder,
  ALLOWED_PRIVATE_NETWORKS: kinds.networks,
  OUTBOUND_PROXY: kinds.httpProxy,
  LOG_LEVEL: oneOf(logLevels),
  OTEL_EXPORTER_OTLP_ENDPOINT: kinds.httpUrl,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: kinds.httpUrl,
  OTEL_EXPORTER_OTLP_HEADERS: kinds.namedValues,
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: kinds.namedValues,
  OTEL_EXPORTER_OTLP_PROTOCOL: oneOf(['http/protobuf']),
  OTEL_EXPORTER_OTLP_TIMEOUT: integer(1, 600_000),
  OTEL_TRACES_EXPORTER: oneOf(['otlp', 'none']),
  OTEL_SDK_DISABLED: kinds.flag,
  OTEL_SERVICE_NAME: { wanted: 'a name', parse: (text: string) => text },
  OTEL_RESOURCE_ATTRIBUTES: kinds.namedValues,
  OTEL_TRACES_SAMPLER: oneOf(samplers),
  OTEL_TRACES_SAMPLER_ARG: kinds.fraction,
  OTEL_BSP_SCHEDULE_DELAY: integer(1, 600_000),
  OTEL_BSP_MAX_QUEUE_SIZE: integer(1, 1_000_000),
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: integer(1, 1_000_000),
};

export type SettingName = keyof typeof kindsByName;
type Texts = typeof texts;
type ValueOf<K> = K extends kinds.Kind<infer T> ? T : never;

/** The values of all settings. Those without a fallback may be absent. */
export type Values = {
  readonly [N in SettingName]: Texts[N] extends { fallback: string }
    ? ValueOf<(typeof kindsByName)[N]>
    : ValueOf<(typeof kindsByName)[N]> | undefined;
};

export type Setting = {
  readonly kind: kinds.Kind<unknown>;
  readonly meaning: string;
  /** As a person would write the value. */
  readonly fallback?: string;
  readonly secret?: boolean;
};

/** All settings. Parsing, complaints, the docs page and the start-up summary are generated from this table. */
export const settingsTable = Object.fromEntries(
  Object.entries(kindsByName).map(([name, kind]) => [name, { kind, ...texts[name as SettingName] }]),
) as Readonly<Record<SettingName, Setting>>;
