import { once } from 'node:events';
import { connect as dial } from 'node:net';
import { createSecureContext } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { createAddressPolicy } from '../addresses/address-policy.ts';
import { OutboundError } from '../outbound-error.ts';
import { failureOf } from '../testing/failure-of.ts';
import { localOutbound } from '../testing/local-outbound.ts';
import { startRawServer, startReceiver } from '../testing/receiver.ts';
import { selfSignedCertificate } from '../testing/self-signed-certificate.ts';
import { checkPeer, createGuardedConnect } from './guarded-connect.ts';

describe('the connected peer', () => {
  it('[OB5] is checked again, and closed if it is not allowed', async () => {
    await using receiver = await startRawServer((socket) => socket.resume());
    const socket = dial(receiver.port, '127.0.0.1');
    await once(socket, 'connect');
    const strict = createAddressPolicy({ allowLoopback: false });
    expect(() => checkPeer(strict, socket, 'innocent.example', 443, 'innocent.example:443')).toThrow(
      OutboundError,
    );
    expect(socket.destroyed).toBe(true);
    await receiver.untilAllClosed();
  });

  it('[OB5] is checked by every connection, after the address that was dialled', async () => {
    await using receiver = await startRawServer((socket) => socket.resume());
    const lenient = createAddressPolicy({ allowLoopback: true });
    const strict = createAddressPolicy({ allowLoopback: false });
    let checks = 0;
    const policy = {
      ...lenient,
      checkAddress: (address: string, host: string, port: number) =>
        (++checks === 1 ? lenient : strict).checkAddress(address, host, port),
    };
    const resolve = () => Promise.resolve(['127.0.0.1']);
    const secureContext = createSecureContext();
    const connect = createGuardedConnect({
      policy,
      resolve,
      resolveProxy: resolve,
      secureContext,
      allowHttp: true,
    });
    const origin = new URL(`http://127.0.0.1:${receiver.port}`);
    await expect(connect(origin, new AbortController().signal, () => {})).rejects.toMatchObject({
      stage: 'address',
    });
    await receiver.untilAllClosed();
  });

  it('[OB5] is a failure to connect if it is already gone', async () => {
    await using receiver = await startRawServer((socket) => socket.resume());
    const socket = dial(receiver.port, '127.0.0.1');
    await once(socket, 'connect');
    socket.destroy();
    const policy = createAddressPolicy({ allowLoopback: true });
    expect(() => checkPeer(policy, socket, 'localhost', 80, 'localhost:80')).toThrow(
      expect.objectContaining({ stage: 'connect' }),
    );
  });
});

describe('TLS', () => {
  const trusted = selfSignedCertificate({ names: ['localhost', 'api.example'], ipv4: ['127.0.0.1'] });

  it('[OB16] a certificate that can be verified, for a name and for an address', async () => {
    await using receiver = await startReceiver((response) => response.end('ok'), { tls: trusted });
    await using outbound = localOutbound({ ca: trusted.cert });
    for (const host of ['localhost', '127.0.0.1', 'localhost.']) {
      const url = `https://${host}:${receiver.port}/`;
      expect((await outbound.request({ url, method: 'POST', body: 'x' })).body.toString()).toBe('ok');
      expect((await outbound.request({ url, method: 'POST', body: 'x' })).body.toString()).toBe('ok');
    }
    expect(receiver.connections).toBe(3);
  });

  it.each([
    [
      'self-signed',
      selfSignedCertificate({ names: ['localhost'] }),
      false,
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'self-signed',
    ],
    [
      'for another name',
      selfSignedCertificate({ names: ['other.example'] }),
      true,
      'ERR_TLS_CERT_ALTNAME_INVALID',
      'another name',
    ],
    [
      'expired',
      selfSignedCertificate({ names: ['localhost'], notAfter: new Date('2021-01-01') }),
      true,
      'CERT_HAS_EXPIRED',
      'expired',
    ],
  ])(
    '[OB16] a certificate that is %s fails before the request is sent',
    async (_title, tls, isTrusted, code, text) => {
      await using receiver = await startReceiver((response) => response.end('ok'), { tls });
      await using outbound = localOutbound(isTrusted ? { ca: tls.cert } : {});
      const failure = await failureOf(
        outbound.request({ url: `https://localhost:${receiver.port}/`, method: 'POST', body: 'secret' }),
      );
      expect(failure).toMatchObject({ stage: 'tls', bytesSent: false, code });
      expect(failure.message).toContain(text);
      expect(receiver.requests).toEqual([]);
      await receiver.untilAllClosed();
    },
  );

  it('[OB16] is not switched off by the environment', async () => {
    await using receiver = await startReceiver((response) => response.end('ok'), { tls: trusted });
    await using outbound = localOutbound();
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
    try {
      const url = `https://localhost:${receiver.port}/`;
      expect((await failureOf(outbound.request({ url, method: 'GET' }))).stage).toBe('tls');
    } finally {
      delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    }
  });

  it('[OB16] a peer that does not speak TLS', async () => {
    await using receiver = await startReceiver((response) => response.end('ok'));
    await using outbound = localOutbound();
    const url = receiver.url.replace('http', 'https');
    const failure = await failureOf(outbound.request({ url, method: 'POST', body: 'x' }));
    expect(failure).toMatchObject({ stage: 'tls', bytesSent: false });
    expect(failure.message).toContain('http://');
  });

  it('[OB16] a peer that closes the connection during the handshake', async () => {
    await using receiver = await startRawServer((socket) => socket.once('data', () => socket.destroy()));
    await using outbound = localOutbound();
    const url = receiver.url.replace('http', 'https');
    const failure = await failureOf(outbound.request({ url, method: 'POST', body: 'x' }));
    expect(failure).toMatchObject({ stage: 'tls', bytesSent: false });
  });
});
