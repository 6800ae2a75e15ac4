import type { AvatarStatus } from '@parley/protocol';

/** `LOADING` is known to `avatar:state-changed` only. */
export type ReportedStatus = AvatarStatus | 'LOADING';

export type StatusNews = {
  /** To the client. */
  send(status: AvatarStatus): void;
  /** To webhooks, where an account wants to know. */
  report(state: ReportedStatus, previousState: ReportedStatus): void;
};

/** Who has been told what of the avatar's status. */
export class StatusView {
  private readonly news: StatusNews;
  private status: AvatarStatus = 'UNLOADED';
  /** What the client was told last. */
  private shown: AvatarStatus = 'UNLOADED';
  private reported: ReportedStatus = 'UNLOADED';

  constructor(news: StatusNews) {
    this.news = news;
  }

  /** A new socket, whose welcome tells it. */
  begin(status: AvatarStatus): void {
    this.shown = status;
  }

  show(status: AvatarStatus): void {
    if (status !== this.status) {
      this.status = status;
      this.report(status);
    }
    if (status === this.shown) return;
    this.shown = status;
    this.news.send(status);
  }

  /** Between the first and the last fraction of what a client has to load. */
  loading(progress: number): void {
    if (progress < 1 && this.reported === 'UNLOADED') this.report('LOADING');
  }

  private report(state: ReportedStatus): void {
    const previous = this.reported;
    this.reported = state;
    this.news.report(state, previous);
  }
}
