/** The frame numbers from a session's clients. A frame that is sent again after a reconnect is taken once. */
export class FrameNumbers {
  last: number;

  constructor(last: number) {
    this.last = last;
  }

  /** False if the frame was taken before and came again. */
  take(id: number): boolean {
    if (id <= this.last) return false;
    this.last = id;
    return true;
  }
}
