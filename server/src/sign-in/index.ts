export type { Invitation } from './invitations.ts';
export type { PasswordOptions } from './passwords/password-hash.ts';
export { passwordLength } from './passwords/password-rules.ts';
export type { Person } from './people.ts';
export { createSignIn, type SignIn } from './sign-in.ts';
export type { SignInStep } from './sign-in-flow.ts';
export type { SignInRequest, WithCookies } from './sign-in-request.ts';
export type { SignedInPerson } from './sign-in-settings.ts';
