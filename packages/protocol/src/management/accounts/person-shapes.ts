import { done } from '../parts.ts';
import type { CallName } from '../routes.ts';
import type { CallShape } from '../shape.ts';
import * as me from './me.ts';
import * as signIn from './sign-in.ts';

/** The calls with which people sign in and change their own profile. */
export const personShapes = {
  'auth.options': { summary: 'Read how people can sign in', answer: signIn.signInOptions },
  'auth.signIn': { summary: 'Sign in with a password', body: signIn.signInInput, answer: signIn.signInStep },
  'auth.secondFactor': {
    summary: 'Send the second factor',
    body: signIn.secondFactorInput,
    answer: signIn.signInStep,
  },
  'auth.link': { summary: 'Sign in with a link', body: signIn.linkInput, answer: signIn.signInStep },
  'auth.forgotPassword': {
    summary: 'Ask for a link that resets a password',
    body: signIn.forgotPasswordInput,
    answer: done,
  },
  'auth.resetPassword': { summary: 'Reset a password', body: signIn.resetPasswordInput, answer: done },
  'auth.passkeyOptions': {
    summary: 'Read the options for signing in with a passkey',
    answer: signIn.passkeyOptions,
  },
  'auth.passkey': { summary: 'Sign in with a passkey', body: signIn.passkeyProof, answer: signIn.signInStep },
  'auth.invitation': {
    summary: 'Read an invitation',
    body: signIn.invitationToken,
    answer: signIn.invitationPreview,
  },
  'auth.acceptInvitation': {
    summary: 'Accept an invitation',
    body: signIn.acceptInvitationInput,
    answer: signIn.acceptedInvitation,
  },
  'auth.signOut': { summary: 'Sign out', answer: done },
  'auth.signOutEverywhere': { summary: 'Sign out in every browser', answer: done },

  'me.get': { summary: 'Read who is signed in', answer: me.me },
  'me.update': { summary: 'Change my name', body: me.meChange, answer: me.me },
  'me.changePassword': { summary: 'Change my password', body: me.passwordChange, answer: done },
  'me.beginSecondFactor': {
    summary: 'Start to set up a second factor',
    body: me.passwordProof,
    answer: me.secondFactorBegun,
  },
  'me.confirmSecondFactor': { summary: 'Confirm my second factor', body: me.codeInput, answer: done },
  'me.removeSecondFactor': { summary: 'Turn off my second factor', body: me.passwordProof, answer: done },
  'me.newBackupCodes': { summary: 'Create new backup codes', body: me.passwordProof, answer: me.backupCodes },
  'me.passkeys': { summary: 'List my passkeys', answer: me.passkeys },
  'me.passkeyOptions': {
    summary: 'Read the options for a new passkey',
    body: me.passwordProof,
    answer: signIn.passkeyOptions,
  },
  'me.addPasskey': { summary: 'Add a passkey', body: me.newPasskey, answer: me.passkeys },
  'me.removePasskey': { summary: 'Remove a passkey', body: me.passwordProof, answer: done },
  'me.signIns': { summary: 'List the browsers in which I am signed in', answer: me.signIns },
  'me.endSignIn': { summary: 'Sign out in another browser', answer: done },
} as const satisfies Record<Extract<CallName, `auth.${string}` | `me.${string}`>, CallShape>;
