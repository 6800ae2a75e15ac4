export type { Invitation } from './invitations.ts';
export { passwordLength } from './password-rules.ts';
export type { Person } from './people.ts';
export type { Signed } from './self.ts';
export { createSignIn, type SignIn } from './sign-in.ts';
export type { Step } from './sign-in-flow.ts';
export type { Served, Visit } from './visit.ts';
