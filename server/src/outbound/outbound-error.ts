export type OutboundStage =
  | 'address'
  | 'resolve'
  | 'connect'
  | 'tls'
  | 'send'
  | 'timeout'
  | 'response'
  | 'too-large'
  | 'aborted';

export interface OutboundErrorDetails {
  /** Whether any byte of the request may have reached the peer; if so, sending again may act twice. */
  bytesSent?: boolean | undefined;
  status?: number | undefined;
  code?: string | undefined;
}

/** The message is fit for the account's owner: it names host and port, never path, query, header or body. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
  readonly stage: OutboundStage;
  readonly bytesSent: boolean;
  /** Set once the head of an answer has arrived. */
  readonly status: number | undefined;
  /** The code of the underlying failure, such as ECONNREFUSED, for logs. */
  readonly code: string | undefined;

  constructor(stage: OutboundStage, message: string, details: OutboundErrorDetails = {}) {
    super(message);
    this.stage = stage;
    this.bytesSent = details.bytesSent ?? false;
    this.status = details.status;
    this.code = details.code;
  }
}

export function errorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
