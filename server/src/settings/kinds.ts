import { BlockList, isIP } from 'node:net';
import { mailAddress } from '../kernel/index.ts';

/** How one kind of setting is parsed. `wanted` describes valid values; undefined means that the text is not valid. */
export type Kind<T> = { readonly wanted: string; parse(text: string): T | undefined };

export function integer(minimum: number, maximum: number): Kind<number> {
  return {
    wanted: `a whole number from ${minimum} to ${maximum}`,
    parse(text) {
      const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
      return value >= minimum && value <= maximum ? value : undefined;
    },
  };
}

export const hostName: Kind<string> = {
  wanted: 'a host name or an IP address, such as 127.0.0.1 or 0.0.0.0',
  parse: (text) => (isIP(text) !== 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text) ? text : undefined),
};

/** Names as in a Host header, without a port. */
export const hostNames = listKind(
  'host names separated by commas, such as talk.example.com,avatars.example.org',
  (part) => {
    const name = part.toLowerCase();
    const isName = hostName.parse(name) !== undefined && !name.includes('..');
    return isName && URL.parse(`http://${name}`)?.hostname === name ? name : undefined;
  },
  1,
);

export const folder: Kind<string> = {
  wanted: 'the path of a folder',
  parse: (text) => (text.includes('\0') ? undefined : text),
};

const isBare = ({ search, hash, username }: URL): boolean => search + hash + username === '';

export const httpOrigin = urlKind(
  'an http or https URL without query, such as https://talk.example.com',
  /^https?:$/,
  (url) => (isBare(url) && url.pathname === '/' ? url.origin : undefined),
);

export const httpFolder = urlKind(
  'an http or https URL that ends with a slash, such as https://files.example.com/voices/',
  /^https?:$/,
  (url) => (isBare(url) && url.href.endsWith('/') ? url.href : undefined),
);

export const postgresUrl = urlKind(
  'a PostgreSQL URL, such as postgres://user:password@host:5432/database',
  /^postgres(ql)?:$/,
);

/** One server, or several cluster nodes separated by commas. */
const redisUrls = listKind(
  'a Redis URL, such as redis://:password@host:6379 or rediss://…; several nodes of a cluster are separated by commas',
  (part) => {
    const url = URL.parse(part);
    return url !== null && /^rediss?:$/.test(url.protocol) && url.hostname !== '' ? part : undefined;
  },
  1,
);
export const redisUrl: Kind<string> = {
  ...redisUrls,
  parse: (text) => redisUrls.parse(text)?.join(','),
};

export const roles = ['live', 'web', 'delivery'] as const;
export type Role = (typeof roles)[number];

export const roleList: Kind<readonly Role[]> = {
  wanted: `all, or some of ${roles.join(', ')} separated by commas`,
  parse(text) {
    if (text === 'all') return roles;
    const wanted = listOf(text);
    const known = roles.filter((role) => wanted.includes(role));
    return known.length > 0 && wanted.every((role) => roles.some((each) => each === role))
      ? known
      : undefined;
  },
};

/** Long enough that it cannot be guessed. */
export const secretToken: Kind<string> = {
  wanted: 'at least 32 letters, digits, - or _ (openssl rand -hex 32)',
  parse: (text) => (/^[\w-]{32,200}$/.test(text) ? text : undefined),
};

/** With any path. */
export const httpUrl = urlKind('an http or https URL, such as http://localhost:4318', /^https?:$/);

export const flag: Kind<boolean> = {
  wanted: 'true or false',
  parse(text) {
    const lower = text.toLowerCase();
    return lower === 'true' ? true : lower === 'false' ? false : undefined;
  },
};

export const fraction: Kind<number> = {
  wanted: 'a number from 0 to 1',
  parse: (text) => (/^(0?\.\d+|0|1(\.0+)?)$/.test(text) ? Number(text) : undefined),
};

/** As in OpenTelemetry: values may have percent escapes. */
export const namedValues: Kind<Readonly<Record<string, string>>> = {
  wanted: 'names with values, separated by commas, such as name=value,other=value',
  parse(text) {
    const pairs = listOf(text).map((part) => /^([^=\s]+)\s*=(.*)$/.exec(part)?.slice(1) ?? []);
    const isPair = ([name, value]: string[]) =>
      name !== undefined && value !== undefined && canBeDecoded(value);
    if (!pairs.every(isPair)) return undefined;
    return Object.fromEntries(
      pairs.map(([name = '', value = '']) => [name, decodeURIComponent(value.trimStart())]),
    );
  },
};

export const emailAddress: Kind<string> = {
  wanted: 'an e-mail address',
  parse: (text) => mailAddress(text) ?? undefined,
};

export const emailAddresses = listKind('e-mail addresses separated by commas', emailAddress.parse);

export const smtpUrl = urlKind('an SMTP URL, such as smtps://user:password@mail.example.com', /^smtps?:$/);

export const mailSender: Kind<string> = {
  wanted: 'an e-mail address, or a name and one such as Parley <parley@example.com>',
  parse(text) {
    const [, address = text] = /^[^<>\n]* <([^<>]*)>$/.exec(text) ?? [];
    return mailAddress(address) === null ? undefined : text;
  },
};

export const httpProxy = urlKind(
  'the URL of an HTTP proxy, such as http://user:password@proxy.example.com:3128',
  /^http:$/,
  (url, text) => {
    const isAddress = url.hostname !== '' && url.search + url.hash === '' && url.pathname === '/';
    return isAddress && [url.username, url.password].every(canBeDecoded) ? text : undefined;
  },
);

export function oneOf<const T extends string>(values: readonly T[]): Kind<T> {
  return { wanted: `one of ${values.join(', ')}`, parse: (text) => values.find((value) => value === text) };
}

/** Addresses and networks such as 10.0.0.0/8, separated by commas. */
export const networks = listKind(
  'IP addresses or networks separated by commas, such as 10.0.0.0/8,192.168.1.7',
  (part) => (isNetwork(part) ? part : undefined),
);

/** Keys of 32 bytes. The first one seals. The others only open what they sealed before. */
export const sealingKeys = listKind(
  '32 random bytes in base64 or hex (openssl rand -base64 32); older keys may follow after commas',
  keyBytes,
  1,
);

function urlKind(
  wanted: string,
  protocol: RegExp,
  read: (url: URL, text: string) => string | undefined = (_url, text) => text,
): Kind<string> {
  return {
    wanted,
    parse(text) {
      const url = URL.parse(text);
      return url !== null && protocol.test(url.protocol) ? read(url, text) : undefined;
    },
  };
}

/** Several values separated by commas, at least `least` of them. */
function listKind<T>(wanted: string, read: (part: string) => T | undefined, least = 0): Kind<readonly T[]> {
  return {
    wanted,
    parse(text) {
      const values = listOf(text).map(read);
      return values.length >= least && values.every((value) => value !== undefined) ? values : undefined;
    },
  };
}

function canBeDecoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

function listOf(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function keyBytes(text: string): Buffer | undefined {
  const bytes = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64');
  return bytes.length === 32 && /^[\w+/=-]+$/.test(text) ? bytes : undefined;
}

function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  if (prefix === undefined) return true;
  if (!/^\d{1,3}$/.test(prefix)) return false;
  try {
    new BlockList().addSubnet(address, Number(prefix), family === 4 ? 'ipv4' : 'ipv6');
    return true;
  } catch {
    return false;
  }
}
