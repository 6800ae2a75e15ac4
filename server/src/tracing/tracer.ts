/** All that a span can contain: ids, kinds and results. No words, names or keys, because traces leave the service. */
export type SpanFacts = {
  readonly sessionId?: string;
  readonly avatarId?: number;
  readonly turn?: number;
  readonly brain?: 'endpoint' | 'model';
  readonly utterance?: 'callback' | 'say' | 'greeting' | 'person';
  readonly outcome?: string;
  readonly method?: string;
  readonly route?: string;
  readonly status?: number;
};

export type Span = {
  /** For the `traceparent` header of a request that belongs to this span. */
  readonly traceparent: string;
  child(name: string, facts?: SpanFacts, kind?: SpanKind): Span;
  note(facts: SpanFacts): void;
  /** `problem` is a short word for what went wrong. Only the first call counts. */
  end(problem?: string): void;
};

/** `client`: a request that we send. `server`: one that we answer. */
export type SpanKind = 'internal' | 'client' | 'server';

export type SpanParent = {
  /** As in the header of the same name. Text that is not valid is ignored. */
  readonly traceparent: string;
  /** A visitor does not decide whether a trace is recorded. Our sampler does. */
  readonly fromVisitor?: boolean;
};

/** Records traces. If there is no tracer (null), nothing is traced, and that costs nothing. */
export type Tracer = AsyncDisposable & {
  /** Starts a trace, or continues the one that the parent belongs to. */
  start(name: string, facts: SpanFacts, options?: { kind?: SpanKind; parent?: SpanParent | null }): Span;
};
