export { listMails, type Mail, readMail, retryMail } from './mail-rows.ts';
export { type Mailer, startMailer } from './mailer.ts';
export { type NewMail, writeMail } from './write-mail.ts';
