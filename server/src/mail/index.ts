export { listMails, type Mail, readMail, tryAgain } from './mail-rows.ts';
export { type Mailer, startMailer } from './mailer.ts';
export { type NewMail, writeMail } from './write-mail.ts';
