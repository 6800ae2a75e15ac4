import type { Checks } from '../run-checks.ts';
import { checkCallback, checkCallbackAfterLogout } from './callback-checks.ts';
import texts from './checks.json' with { type: 'json' };
import {
  checkAddress,
  checkAnswerForm,
  checkAnswerTime,
  checkChat,
  checkReplyTags,
  checkStreamedReply,
} from './observed-checks.ts';
import type { Player } from './player.ts';
import { checkMalformedBody, checkMissingKey, checkUnknownAction, checkWrongKey } from './refusal-checks.ts';
import { checkLogin, checkUnicode, scripted } from './scripted-checks.ts';
import {
  checkForgottenSession,
  checkInterruptedTurn,
  checkParallelSessions,
  checkRepeatedLogout,
  checkUnknownSession,
} from './session-checks.ts';

export const endpointCheckTexts = texts;
export type EndpointCheckName = keyof typeof texts;

export const endpointChecks: Checks<EndpointCheckName, Player> = {
  ...scripted,
  login: checkLogin,
  chat: checkChat,
  'streamed-reply': checkStreamedReply,
  address: checkAddress,
  unicode: checkUnicode,
  'parallel-sessions': checkParallelSessions,
  'repeated-logout': checkRepeatedLogout,
  'unknown-session': checkUnknownSession,
  'forgotten-session': checkForgottenSession,
  'interrupted-turn': checkInterruptedTurn,
  'wrong-key': checkWrongKey,
  'missing-key': checkMissingKey,
  'malformed-body': checkMalformedBody,
  'unknown-action': checkUnknownAction,
  callback: checkCallback,
  'callback-after-logout': checkCallbackAfterLogout,
  'reply-tags': checkReplyTags,
  'answer-time': checkAnswerTime,
  'answer-form': checkAnswerForm,
};
