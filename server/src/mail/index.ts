export { enqueueMail } from './enqueue-mail.ts';
export { listMails, type Mail, readMail, retryMail } from './mail-rows.ts';
export { type Mailer, startMailer } from './mailer.ts';
