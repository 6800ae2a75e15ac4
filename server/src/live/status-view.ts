import type { AvatarStatus, Shows } from '@parley/protocol';

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
  /** What the client shows, as far as is known, and how many status frames its socket was sent. */
  private shown: AvatarStatus = 'UNLOADED';
  private framesSent = 0;
  private reported: ReportedStatus = 'UNLOADED';

  constructor(news: StatusNews) {
    this.news = news;
  }

  /** A new socket, whose welcome tells it. */
  begin(status: AvatarStatus): void {
    this.shown = status;
    this.framesSent = 0;
  }

  /** What the client shows without having been told. It may not have seen the last status yet; then that one counts. */
  believe({ status, seen }: Shows): void {
    if (seen === this.framesSent) this.shown = status;
  }

  show(status: AvatarStatus): void {
    if (status !== this.status) {
      this.status = status;
      this.report(status);
    }
    if (status === this.shown) return;
    this.shown = status;
    this.framesSent += 1;
    this.news.send(status);
  }

  /** A client that reads was sent something whole: it takes that for a status frame which says IDLE. */
  readAtOnce(): void {
    if (this.status !== 'TALKING') {
      this.status = 'TALKING';
      this.report('TALKING');
    }
    this.shown = 'IDLE';
    this.framesSent += 1;
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
