import { networkInterfaces } from 'node:os';
import { describe, expect, it } from 'vitest';
import { type AddressPolicyOptions, createAddressPolicy, type UrlCheckOptions } from './address-policy.ts';

function problemOf(url: string, options: Partial<AddressPolicyOptions> = {}, check?: UrlCheckOptions) {
  const result = createAddressPolicy({ allowLoopback: false, ...options }).checkUrl(url, check);
  return result.ok ? 'fine' : result.problem;
}

describe('checking a URL that is being saved', () => {
  it.each([
    ['https://example.com/hook', 'fine'],
    ['https://example.com:8443/hook?a=b#c', 'fine'],
    ['https://8.8.8.8/', 'fine'],
    ['https://[2606:4700:4700::1111]/', 'fine'],
    ['example.com/hook', 'not-a-url'],
    ['', 'not-a-url'],
    ['https://', 'not-a-url'],
    ['https://example.com:99999/', 'not-a-url'],
    ['https://exa mple.com/', 'not-a-url'],
    ['ftp://example.com/', 'scheme'],
    ['file:///etc/passwd', 'scheme'],
    ['javascript:alert(1)', 'scheme'],
    ['data:text/plain,x', 'scheme'],
    ['gopher://127.0.0.1/', 'scheme'],
    ['unix:/var/run/docker.sock', 'scheme'],
    ['ws://example.com/', 'scheme'],
    ['https://user@example.com/', 'credentials'],
    ['https://user:secret@example.com/', 'credentials'],
    ['https://:secret@example.com/', 'credentials'],
    ['https://example.com@127.0.0.1/', 'credentials'],
    ['https://127.0.0.1/', 'address'],
    ['https://2130706433/', 'address'],
    ['https://localhost/', 'address'],
  ])('[OB1] [OB10] %s is %s', (url, problem) => {
    expect(problemOf(url)).toBe(problem);
  });

  it('[OB9] asks for https if the target is public', () => {
    expect(problemOf('http://example.com/')).toBe('needs-https');
    expect(problemOf('http://8.8.8.8/')).toBe('needs-https');
    expect(problemOf('http://example.com/', { allowLoopback: true })).toBe('needs-https');
    expect(problemOf('http://8.8.8.8/', { allowedNetworks: ['10.0.0.0/8'] })).toBe('needs-https');
  });

  it('[OB9] accepts plain http if the purpose allows it, and says so', () => {
    const policy = createAddressPolicy({ allowLoopback: false });
    expect(policy.checkUrl('http://example.com/', { allowHttp: true })).toMatchObject({ plainHttp: true });
    expect(policy.checkUrl('https://example.com/', { allowHttp: true })).toMatchObject({ plainHttp: false });
    expect(policy.checkUrl('http://127.0.0.1/', { allowHttp: true })).toMatchObject({ problem: 'address' });
  });

  it('[OB9] accepts plain http to targets that the operator allows', () => {
    expect(problemOf('http://10.1.2.3/', { allowedNetworks: ['10.0.0.0/8'] })).toBe('fine');
    expect(problemOf('http://models.internal/', { allowedNetworks: ['models.internal'] })).toBe('fine');
    expect(problemOf('http://other.internal/', { allowedNetworks: ['models.internal'] })).toBe('needs-https');
    expect(problemOf('http://localhost:3000/', { allowLoopback: true })).toBe('fine');
  });

  it('[OB10] the message says what to change and repeats no secret', () => {
    const policy = createAddressPolicy({ allowLoopback: false });
    const message = (url: string) => {
      const check = policy.checkUrl(url);
      return check.ok ? '' : check.message;
    };
    expect(message('https://10.0.0.5/')).toBe(
      '"10.0.0.5" is a private address. Use a public address, or ask the operator to list it in ALLOWED_PRIVATE_NETWORKS.',
    );
    expect(message('https://0x7f.1/')).toContain('"127.0.0.1" is a loopback address.');
    expect(message('http://example.com/')).toContain('https://');
    for (const url of ['https://joe:hunter2@example.com/', 'http://10.0.0.1/hunter2', 'hunter2']) {
      expect(message(url)).not.toContain('hunter2');
    }
  });
});

describe('what the operator allows', () => {
  it('[OB6] networks, addresses and names', () => {
    const allowedNetworks = ['10.0.0.0/8', 'fd00::/8', '192.168.1.7', 'Models.Internal.', '127.0.0.0/8'];
    const policy = createAddressPolicy({ allowLoopback: false, allowedNetworks });
    const isOpen = (address: string, host = address) => policy.checkAddress(address, host, 443).ok;
    expect(isOpen('10.200.0.1')).toBe(true);
    expect(isOpen('::ffff:10.0.0.1')).toBe(true);
    expect(isOpen('11.0.0.1')).toBe(true);
    expect(isOpen('fd12::1')).toBe(true);
    expect(isOpen('fc12::1')).toBe(false);
    expect(isOpen('192.168.1.7')).toBe(true);
    expect(isOpen('192.168.1.8')).toBe(false);
    expect(isOpen('172.16.0.1', 'models.internal')).toBe(true);
    expect(isOpen('172.16.0.1', 'evil.models.internal')).toBe(false);
    expect(isOpen('127.0.0.1', 'localhost')).toBe(true);
    expect(isOpen('::1')).toBe(false);
  });

  it('[OB6] never unspecified, multicast or broadcast addresses', () => {
    const allowedNetworks = ['0.0.0.0/0', '::/0', 'anything.internal'];
    const policy = createAddressPolicy({ allowLoopback: true, allowedNetworks });
    for (const address of [
      '0.0.0.0',
      '0.0.0.1',
      '::',
      '::ffff:0.0.0.0',
      '224.0.0.1',
      'ff02::1',
      '255.255.255.255',
    ]) {
      expect(policy.checkAddress(address, 'anything.internal', 443)).toMatchObject({
        ok: false,
        problem: 'address',
      });
    }
    expect(policy.checkAddress('169.254.169.254', 'x', 443).ok).toBe(true);
  });

  it('[OB6] an unreadable entry refuses the list, naming every such entry', () => {
    const allowedNetworks = [
      '10.0.0.0/8',
      '10.0.0.0/33',
      '300.1.1.1',
      'models.internal',
      'http://x',
      '::ffff:10.0.0.0/104',
      '',
    ];
    expect(() => createAddressPolicy({ allowLoopback: false, allowedNetworks })).toThrow(
      'Neither a network nor a host name: "10.0.0.0/33", "300.1.1.1", "http://x", "::ffff:10.0.0.0/104", "".',
    );
  });
});

describe("the service's own ports", () => {
  const opened = { allowLoopback: true, allowedNetworks: ['0.0.0.0/0', '::/0'] };

  it('[OB8] are closed on every local address, however it is written', () => {
    const forbiddenPorts = [
      { port: 8080 },
      { host: 'localhost', port: 5432 },
      { host: '0.0.0.0', port: 6379 },
    ];
    for (const host of [
      '127.0.0.1',
      'localhost',
      '[::1]',
      '127.9.9.9',
      '0x7f.1',
      '[::ffff:127.0.0.1]',
      'x.localhost.',
    ]) {
      for (const port of [8080, 5432, 6379]) {
        expect(problemOf(`http://${host}:${port}/`, { ...opened, forbiddenPorts })).toBe('port');
      }
      expect(problemOf(`http://${host}:3000/`, { ...opened, forbiddenPorts })).toBe('fine');
    }
    expect(problemOf('http://127.0.0.1/', { ...opened, forbiddenPorts: [{ port: 80 }] })).toBe('port');
    expect(problemOf('https://127.0.0.1/', { ...opened, forbiddenPorts: [{ port: 443 }] })).toBe('port');
  });

  const ownAddresses = Object.values(networkInterfaces()).flatMap(
    (list) => list?.map((own) => own.address) ?? [],
  );

  it.each(ownAddresses)('[OB8] are closed on %s, an address of this machine', (address) => {
    const policy = createAddressPolicy({ ...opened, forbiddenPorts: [{ port: 8080 }] });
    expect(policy.checkAddress(address, address, 8080)).toMatchObject({ ok: false, problem: 'port' });
    expect(policy.checkAddress(address, address, 8081).ok).toBe(true);
  });

  it('[OB8] are closed under a name and at an address elsewhere', () => {
    const forbiddenPorts = [
      { host: 'DB.internal', port: 5432 },
      { host: '10.0.0.9', port: 6379 },
    ];
    expect(problemOf('http://db.internal:5432/', { ...opened, forbiddenPorts })).toBe('port');
    expect(problemOf('http://db.internal.:5432/', { ...opened, forbiddenPorts })).toBe('port');
    expect(problemOf('http://db.internal:80/', { ...opened, forbiddenPorts })).toBe('fine');
    expect(problemOf('http://10.0.0.9:6379/', { ...opened, forbiddenPorts })).toBe('port');
    expect(problemOf('http://[::ffff:10.0.0.9]:6379/', { ...opened, forbiddenPorts })).toBe('port');
    expect(problemOf('http://10.0.0.8:6379/', { ...opened, forbiddenPorts })).toBe('fine');
  });
});
