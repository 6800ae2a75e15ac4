import type { Exchange } from '../../brain/index.ts';
import { messageText, shownUrl } from './message-text.ts';

/** What was sent and what came, as text without secrets. */
export type Evidence = { readonly sent: string; readonly came: string };

/** One request and its answer as text. Both are free of secrets already. */
export function evidenceOf(exchange: Exchange | undefined): Evidence | null {
  if (exchange === undefined) return null;
  const { request, answer } = exchange;
  const lines = (headers: Readonly<Record<string, string>>) =>
    Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return {
    sent: messageText(`POST ${shownUrl(request.url)}`, lines(request.headers), request.body),
    came:
      answer === null
        ? 'No answer.'
        : messageText(`HTTP ${answer.status}`, lines(answer.headers), answer.body),
  };
}
