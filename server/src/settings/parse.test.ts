import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { settingsPage, settingsSummary } from './document.ts';
import { baseUrlOf, type Environment, parseSettings, SettingsError } from './parse.ts';
import { settingsTable } from './table.ts';

const key = randomBytes(32);
const parse = (environment: Environment = {}) => parseSettings(environment, '/srv/parley');
const complaintsOf = (environment: Environment): readonly string[] => {
  try {
    parse(environment);
  } catch (error) {
    if (error instanceof SettingsError) return error.complaints;
    throw error;
  }
  return [];
};

const traces = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' };

describe('settings', () => {
  it('have a default or are absent if nothing is set', () => {
    expect(parse()).toMatchObject({
      PORT: 8080,
      HOST: '127.0.0.1',
      BASE_URL: undefined,
      DATA_DIR: '/srv/parley/data',
      DATABASE_URL: undefined,
      SECRET_KEY: undefined,
      OWNER_EMAIL: 'owner@localhost',
      TRUSTED_PROXIES: undefined,
      EDGE_RATE: 60,
      EDGE_BURST: 120,
      LOG_LEVEL: 'info',
      loopbackOnly: true,
      behindProxy: false,
    });
  });

  it('treat an empty value as not set', () => {
    expect(parse({ PORT: '', HOST: '  ', DATABASE_URL: '' })).toEqual(parse());
  });

  it.each([
    ['PORT', '0', 0],
    ['PORT', ' 65535 ', 65_535],
    ['HOST', '0.0.0.0', '0.0.0.0'],
    ['HOST', '::', '::'],
    ['HOST', 'talk.internal', 'talk.internal'],
    ['BASE_URL', 'https://talk.example.com/', 'https://talk.example.com'],
    ['BASE_URL', 'http://localhost:8080', 'http://localhost:8080'],
    ['ALLOWED_HOSTS', 'Talk.example.com, 10.0.0.7', ['talk.example.com', '10.0.0.7']],
    ['MAX_CONNECTIONS', '10', 10],
    ['MAX_CONNECTIONS_PER_SOURCE', '50000', 50_000],
    ['DATA_DIR', '/var/lib/parley', '/var/lib/parley'],
    ['DATA_DIR', 'elsewhere', '/srv/parley/elsewhere'],
    ['SECRET_KEY', key.toString('base64'), [key]],
    ['SECRET_KEY', key.toString('hex'), [key]],
    ['SECRET_KEY', `${key.toString('base64')}, ${'00'.repeat(32)}`, [key, Buffer.alloc(32)]],
    ['WORKERS', '4', 4],
    ['ROLES', 'all', ['live', 'web', 'delivery']],
    ['OPERATOR_TOKEN', 'a'.repeat(32), 'a'.repeat(32)],
    ['OWNER_EMAIL', 'Ada@Example.com', 'ada@example.com'],
    [
      'TRUSTED_PROXIES',
      '10.0.0.0/8, 192.168.1.7,::1,fd00::/8',
      ['10.0.0.0/8', '192.168.1.7', '::1', 'fd00::/8'],
    ],
    ['EDGE_RATE', '1', 1],
    ['OUTBOUND_PROXY', 'http://proxy:3128', 'http://proxy:3128'],
    ['OUTBOUND_PROXY', 'http://joe:hunter%402@10.0.0.1', 'http://joe:hunter%402@10.0.0.1'],
    ['EDGE_BURST', '1000000', 1_000_000],
    ['LOG_LEVEL', 'silent', 'silent'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://collector:4318/otlp', 'http://collector:4318/otlp'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'x-key=a%2Cb, x=', { 'x-key': 'a,b', x: '' }],
    ['OTEL_SDK_DISABLED', 'TRUE', true],
    ['OTEL_TRACES_SAMPLER', 'traceidratio', 'traceidratio'],
    ['OTEL_TRACES_SAMPLER_ARG', '0.05', 0.05],
    ['OTEL_TRACES_SAMPLER_ARG', '1.0', 1],
  ] as const)('take %s "%s"', (name, text, value) => {
    expect(parse({ [name]: text })[name]).toEqual(value);
  });

  it.each([
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80a'],
    ['PORT', '8080.5'],
    ['PORT', '0x50'],
    ['HOST', 'two words'],
    ['HOST', 'http://localhost'],
    ['BASE_URL', 'talk.example.com'],
    ['BASE_URL', 'ftp://talk.example.com'],
    ['BASE_URL', 'https://talk.example.com/sub'],
    ['BASE_URL', 'https://talk.example.com/?a=1'],
    ['ALLOWED_HOSTS', 'https://talk.example.com'],
    ['ALLOWED_HOSTS', 'talk.example.com:8080'],
    ['ALLOWED_HOSTS', '*.example.com'],
    ['ALLOWED_HOSTS', 'talk..example.com'],
    ['ALLOWED_HOSTS', ','],
    ['MAX_CONNECTIONS', '9'],
    ['DATA_DIR', 'a\0b'],
    ['OWNER_EMAIL', 'nobody'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', '10.0.0.0/8/8'],
    ['TRUSTED_PROXIES', 'loopback'],
    ['TRUSTED_PROXIES', '*'],
    ['TRUSTED_PROXIES', '0.0.0.0/'],
    ['EDGE_RATE', '0'],
    ['EDGE_BURST', '1000001'],
    ['WORKERS', '0'],
    ['ROLES', 'live,mail'],
    ['ROLES', ','],
    ['LOG_LEVEL', 'verbose'],
    ['LOG_LEVEL', 'INFO'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
    ['OTEL_SDK_DISABLED', 'constructor'],
    ['OTEL_TRACES_SAMPLER', 'jaeger_remote'],
    ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
    ['OTEL_RESOURCE_ATTRIBUTES', 'environment'],
    ['OTEL_RESOURCE_ATTRIBUTES', 'a=%zz'],
  ] as const)('refuse %s "%s" and say what is wanted', (name, text) => {
    const complaints = complaintsOf({ ...traces, [name]: text });
    expect(complaints).toEqual([`${name}: "${text}" is not ${settingsTable[name].kind.wanted}`]);
  });

  it.each([
    ['DATABASE_URL', 'mysql://root:hunter2@db/parley'],
    ['DATABASE_URL', 'hunter2'],
    ['SECRET_KEY', 'hunter2'],
    ['SECRET_KEY', `${key.toString('base64')},hunter2`],
    ['SECRET_KEY', randomBytes(31).toString('base64')],
    ['SECRET_KEY', ','],
    ['REDIS_URL', 'http://:hunter2@redis:6379'],
    ['REDIS_URL', 'redis://:hunter2@one:6379,two:6379'],
    ['OPERATOR_TOKEN', 'hunter2'],
    ['OUTBOUND_PROXY', 'https://joe:hunter2@proxy:3128'],
    ['OUTBOUND_PROXY', 'socks5://joe:hunter2@proxy:1080'],
    ['OUTBOUND_PROXY', 'http://joe:hunter2%zz@proxy:3128'],
    ['OUTBOUND_PROXY', 'http://joe:hunter2@proxy:3128/path'],
    ['OUTBOUND_PROXY', 'proxy.hunter2:3128'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'hunter2'],
  ])('refuse a wrong %s without repeating it', (name, text) => {
    const complaints = complaintsOf({ ...traces, SECRET_KEY: key.toString('hex'), [name]: text });
    expect(complaints).toEqual([expect.stringMatching(`^${name}: its value is not `)]);
    expect(complaints.join()).not.toContain('hunter2');
    expect(complaints.join()).not.toContain(key.toString('base64'));
  });

  it.each([{}, { ...traces, OTEL_SDK_DISABLED: 'true' }, { ...traces, OTEL_TRACES_EXPORTER: 'none' }])(
    'do not complain about the settings of OpenTelemetry if there are no traces: %j',
    (environment) => {
      const others = { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc', OTEL_TRACES_SAMPLER: 'jaeger_remote' };
      const settings = parse({ ...environment, ...others });
      expect(settings).toMatchObject({
        OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
        OTEL_TRACES_SAMPLER: 'parentbased_always_on',
      });
    },
  );

  it('report all complaints at once, one line each', () => {
    const wrong = {
      PORT: 'x',
      HOST: ' - ',
      BASE_URL: 'x',
      DATABASE_URL: 'x',
      SECRET_KEY: 'x',
      OWNER_EMAIL: 'x',
      TRUSTED_PROXIES: 'x',
      EDGE_RATE: 'x',
      EDGE_BURST: 'x',
      LOG_LEVEL: 'x',
    };
    const complaints = complaintsOf(wrong);
    expect(complaints.map((line) => line.split(':')[0])).toEqual(Object.keys(wrong));
    for (const line of complaints) expect(line).not.toContain('\n');
  });

  it('require SECRET_KEY with DATABASE_URL, together with other complaints', () => {
    const complaints = complaintsOf({ DATABASE_URL: 'postgres://parley:hunter2@db/parley', PORT: 'x' });
    expect(complaints).toEqual([
      expect.stringMatching(/^PORT: /),
      expect.stringMatching(/^SECRET_KEY: must be set if DATABASE_URL is set/),
    ]);
    expect(complaints.join()).not.toContain('hunter2');
  });

  it('require what several processes must share with REDIS_URL', () => {
    const redis = { REDIS_URL: 'rediss://:hunter2@one:6379, rediss://two:6379', ROLES: 'delivery, live' };
    const complaints = complaintsOf(redis);
    expect(complaints.map((line) => line.split(':')[0])).toEqual([
      'DATABASE_URL',
      'BASE_URL',
      'OPERATOR_TOKEN',
    ]);
    const complete = parse({
      ...redis,
      DATABASE_URL: 'postgres://one/parley',
      SECRET_KEY: key.toString('hex'),
      BASE_URL: 'https://talk.example.com',
      OPERATOR_TOKEN: 'a'.repeat(32),
    });
    expect(complete.REDIS_URL).toBe('rediss://:hunter2@one:6379,rediss://two:6379');
    expect(complete.ROLES).toEqual(['live', 'delivery']);
  });

  it('require every role of a process that runs alone', () => {
    expect(complaintsOf({ ROLES: 'live,web' })).toEqual([expect.stringMatching(/^ROLES: must be all/)]);
  });

  it('recognise a service that only this machine can reach', () => {
    expect(parse({ HOST: '127.0.0.2' }).loopbackOnly).toBe(true);
    expect(parse({ HOST: 'localhost' }).loopbackOnly).toBe(true);
    expect(parse({ HOST: '0.0.0.0' }).loopbackOnly).toBe(false);
    expect(parse({ BASE_URL: 'https://talk.example.com' }).loopbackOnly).toBe(false);
  });

  it.each([
    [{}, false],
    [{ HOST: '0.0.0.0' }, false],
    [{ HOST: '0.0.0.0', BASE_URL: 'http://talk.example.com:8080' }, false],
    [{ BASE_URL: 'http://localhost:8080' }, false],
    [{ TRUSTED_PROXIES: '127.0.0.1' }, true],
    [{ BASE_URL: 'https://talk.example.com' }, true],
    [{ HOST: '0.0.0.0', BASE_URL: 'http://talk.example.com' }, true],
    [{ BASE_URL: 'http://talk.example.com:8080' }, true],
  ])('%j: behind a proxy is %s', (environment, expected) => {
    expect(parse(environment).behindProxy).toBe(expected);
  });

  it.each([
    [{}, 'http://localhost:8080'],
    [{ HOST: '0.0.0.0' }, 'http://localhost:8080'],
    [{ HOST: '192.168.1.7' }, 'http://192.168.1.7:8080'],
    [{ HOST: 'fd00::1' }, 'http://[fd00::1]:8080'],
    [{ BASE_URL: 'https://talk.example.com' }, 'https://talk.example.com'],
  ])('turn %j into the base address %s', (environment, url) => {
    expect(baseUrlOf(parse(environment), 8080)).toBe(url);
  });
});

describe('the summary of settings', () => {
  it('shows what was set, and for secrets only that they were set', () => {
    const summary = settingsSummary({
      PORT: '9000',
      DATABASE_URL: 'postgres://parley:hunter2@db/parley',
      SECRET_KEY: key.toString('hex'),
      OUTBOUND_PROXY: 'http://joe:hunter2@proxy:3128',
      HOST: '',
      PATH: '/bin',
    });
    expect(summary).toEqual({ PORT: '9000', DATABASE_URL: 'set', SECRET_KEY: 'set', OUTBOUND_PROXY: 'set' });
  });
});

describe('the page of settings', () => {
  it('has a row for each', () => {
    for (const name of Object.keys(settingsTable)) expect(settingsPage()).toContain(`| \`${name}\` |`);
  });
});
