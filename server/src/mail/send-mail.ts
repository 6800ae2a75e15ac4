import { Socket } from 'node:net';
import { mustBeOutsideTransaction, withinMs } from '../kernel/index.ts';
import type { Mail } from './mail-rows.ts';

export type MailServer = {
  readonly url: string;
  readonly from: string;
  /** All of it, from the look-up of the name to the server's last answer. */
  readonly totalMs: number;
};

const limits = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** Hands a mail to the server. Fails at the latest when its time is over, whatever the server does. */
export async function sendMail({ url, from, totalMs }: MailServer, mail: Mail): Promise<void> {
  mustBeOutsideTransaction('sending an e-mail');
  // The library takes 4 MB, so it is not loaded without an SMTP server.
  const { createTransport } = await import('nodemailer');
  const socket = new Socket();
  const transport = createTransport(
    { url, socket, ...limits, disableFileAccess: true, disableUrlAccess: true },
    { from },
  );
  const late = () => new Error(`The mail server took longer than ${totalMs / 1000} s.`);
  try {
    await withinMs(transport.sendMail(messageOf(mail)), totalMs, { late });
  } finally {
    transport.close();
    socket.destroy();
  }
}

function messageOf({ id, to, subject, body }: Mail) {
  return { to, subject, text: body, headers: { 'X-Parley-Mail': String(id) } };
}
