import { isAbsolute, join } from 'node:path';
import { roles } from './kinds.ts';
import { type Setting, type SettingName, settingsTable, type Values } from './table.ts';

export type Settings = Values & {
  /** True if no public address was configured and only this machine can connect. */
  readonly loopbackOnly: boolean;
  /**
   * True if the settings show that there is a proxy in front: then connections from this machine do not count as local.
   */
  readonly behindProxy: boolean;
  /** Null if there is neither VOICE_FOLDER nor a data folder. */
  readonly voiceFolder: string | null;
};

export type Environment = Readonly<Record<string, string | undefined>>;

const neededWithRedis = [
  ['DATABASE_URL', 'all processes use one database'],
  ['BASE_URL', 'all processes are reached under one address'],
  ['OPERATOR_TOKEN', 'all processes must know the same one'],
] as const;

/** Holds every complaint, one line each, so that a person can fix them all at once. */
export class SettingsError extends Error {
  override name = 'SettingsError';
  readonly complaints: readonly string[];

  constructor(complaints: readonly string[]) {
    super(complaints.join('\n'));
    this.complaints = complaints;
  }
}

export function parseSettings(environment: Environment, projectFolder: string): Settings {
  const complaints: string[] = [];
  const read = (name: SettingName, setting: Setting): unknown => {
    const given = environment[name]?.trim();
    const text = given === undefined || given === '' ? setting.fallback : given;
    if (text === undefined) return undefined;
    const value = setting.kind.parse(text);
    if (value === undefined) {
      if (name.startsWith('OTEL_') && !wantsTraces(environment)) {
        return setting.fallback === undefined ? undefined : setting.kind.parse(setting.fallback);
      }
      const shown = setting.secret ? 'its value' : `"${text}"`;
      complaints.push(`${name}: ${shown} is not ${setting.kind.wanted}`);
    }
    return value;
  };
  const values = Object.fromEntries(
    Object.entries(settingsTable).map(([name, setting]) => [name, read(name as SettingName, setting)]),
  ) as Values;

  const named = (name: SettingName) => complaints.some((line) => line.startsWith(`${name}:`));
  if (values.DATABASE_URL !== undefined && values.SECRET_KEY === undefined && !named('SECRET_KEY')) {
    complaints.push(
      'SECRET_KEY: must be set if DATABASE_URL is set, because a lost data folder would make the secrets in that database unreadable',
    );
  }
  if (values.REDIS_URL !== undefined) {
    for (const [name, reason] of neededWithRedis) {
      if (values[name] === undefined && !named(name))
        complaints.push(`${name}: must be set if REDIS_URL is set, because ${reason}`);
    }
  } else if (values.ROLES !== undefined && values.ROLES.length < roles.length) {
    complaints.push('ROLES: must be all if REDIS_URL is not set, because no other process does the rest');
  }
  if (complaints.length > 0) throw new SettingsError(complaints);

  const inProject = (path: string) => (isAbsolute(path) ? path : join(projectFolder, path));
  const dataDir = inProject(values.DATA_DIR);
  const localVoiceFolder = values.REDIS_URL === undefined ? join(dataDir, 'voices') : null;
  const voiceFolder = values.VOICE_FOLDER === undefined ? localVoiceFolder : inProject(values.VOICE_FOLDER);
  const loopbackOnly = values.BASE_URL === undefined && isLoopback(values.HOST);
  return { ...values, DATA_DIR: dataDir, voiceFolder, loopbackOnly, behindProxy: isBehindProxy(values) };
}

/** The settings of OpenTelemetry may be meant for other programs, with values that only those know. */
function wantsTraces(environment: Environment): boolean {
  const of = (name: SettingName) => environment[name]?.trim() ?? '';
  const isOff = of('OTEL_SDK_DISABLED') === 'true' || of('OTEL_TRACES_EXPORTER') === 'none';
  return !isOff && of('OTEL_EXPORTER_OTLP_ENDPOINT') + of('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT') !== '';
}

/** The service itself speaks plain HTTP on `PORT`. If `BASE_URL` is anything else, a proxy is in front of it. */
function isBehindProxy({ TRUSTED_PROXIES, BASE_URL, HOST, PORT }: Values): boolean {
  if (TRUSTED_PROXIES !== undefined) return true;
  if (BASE_URL === undefined) return false;
  const { protocol, hostname, port } = new URL(BASE_URL);
  const isOwnPort = protocol === 'http:' && Number(port === '' ? 80 : port) === PORT;
  return !isOwnPort || (isLoopback(HOST) && !isLoopback(hostname));
}

export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);

export function baseUrlOf(settings: Settings, port: number): string {
  if (settings.BASE_URL !== undefined) return settings.BASE_URL;
  const anywhere = isLoopback(settings.HOST) || settings.HOST === '0.0.0.0' || settings.HOST === '::';
  const host = anywhere ? 'localhost' : settings.HOST;
  return new URL(`http://${host.includes(':') ? `[${host}]` : host}:${port}`).origin;
}
