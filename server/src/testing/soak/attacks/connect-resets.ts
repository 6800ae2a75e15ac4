import { once } from 'node:events';
import { connect } from 'node:net';
import type { Attack } from './attack.ts';

export const connectResets: Attack = {
  name: 'CONNECT and other methods, then a reset',
  async attempt({ port }) {
    const heads = [
      'CONNECT a:1 HTTP/1.1\r\nhost: a\r\n\r\n',
      'CONNECT a:1 HTTP/1.1\r\n\r\n',
      'GET /client/live HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n',
      'nonsense\r\n\r\n',
    ];
    for (let i = 0; i < 40; i++) {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => {});
      await once(socket, 'connect');
      socket.write(heads[i % heads.length] ?? '', () => socket.resetAndDestroy());
      await once(socket, 'close');
    }
  },
};
