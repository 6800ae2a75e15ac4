import type { CallName } from '../routes.ts';
import type { CallShape } from '../shape.ts';
import { attempt } from '../webhooks/webhooks.ts';
import * as partners from './partners.ts';

/** The calls about partners: for operators, for accounts, and for people who are asked for their consent. */
export const partnerShapes = {
  'partners.list': {
    summary: 'List partners, newest first',
    query: partners.partnerQuery,
    answer: partners.partnerPage,
  },
  'partners.create': {
    summary: 'Create a partner. Both of its secrets are shown only once',
    body: partners.newPartner,
    answer: partners.partnerWithSecrets,
  },
  'partners.get': { summary: 'Show a partner', answer: partners.partner },
  'partners.update': {
    summary: 'Change a partner. New redirect URIs replace all others',
    body: partners.partnerChange,
    answer: partners.partner,
  },
  'partners.rotate': {
    summary: 'Give a partner a new signing secret. The old one also signs for a day',
    answer: partners.rotatedPartner,
  },
  'partners.delete': {
    summary: 'Delete a partner. Its grants and tokens end',
    answer: partners.removedPartner,
  },
  'partners.pause': {
    summary: 'Pause the webhook of a partner. Its deliveries are held until it is re-enabled',
    answer: partners.partner,
  },
  'partners.enable': { summary: 'Re-enable the webhook of a partner', answer: partners.partner },
  'partners.grants': {
    summary: 'List the accounts that allowed a partner access, newest first',
    query: partners.grantQuery,
    answer: partners.partnerGrantPage,
  },
  'partners.deliveries': {
    summary: 'List deliveries to a partner, newest first',
    query: partners.partnerDeliveryQuery,
    answer: partners.partnerDeliveryPage,
  },
  'partners.delivery': {
    summary: 'Show a delivery to a partner with its payload and every attempt',
    answer: partners.partnerDelivery,
  },
  'partners.replay': {
    summary: 'Send a delivery to a partner again immediately, also if its webhook is paused',
    answer: attempt,
  },

  'grants.list': {
    summary: 'List the partners that an account allows or allowed access, newest first',
    query: partners.grantQuery,
    answer: partners.grantPage,
  },
  'grants.withdraw': {
    summary: 'End a partner’s access to an account. Its tokens and deliveries end immediately',
    answer: partners.grant,
  },

  'consent.get': { summary: 'Read what a partner asks for', answer: partners.consent },
  'consent.allow': {
    summary: 'Allow a partner access to an account',
    body: partners.consentInput,
    answer: partners.consentAnswer,
  },
  'consent.deny': { summary: 'Refuse what a partner asks for', answer: partners.consentAnswer },
} as const satisfies Record<
  Extract<CallName, `partners.${string}` | `grants.${string}` | `consent.${string}`>,
  CallShape
>;
