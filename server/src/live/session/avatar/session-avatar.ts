import type { AvatarWithSecrets } from '../../../avatars/index.ts';
import { type SessionBrain, withBrain, withSharedPrompt } from '../../identity/session-brain.ts';

type MaybeAvatar = AvatarWithSecrets | null;
/** Undefined if the database failed. */
type Reading = Promise<MaybeAvatar | undefined> | MaybeAvatar;
type AvatarReader = { avatar(id: number): Reading };

/** A database that takes longer counts as unavailable. */
const readLimitMs = 1_000;

/**
 * The avatar of a session: its current settings, with the brain that the session began with. While the database is
 * unavailable, the session goes on with the last known settings.
 */
export class SessionAvatar {
  readonly #deps: AvatarReader;
  readonly #avatarId: number;
  /** Null in a session that began before rows stored brains. */
  #brain: SessionBrain | null;
  /** Both objects are kept, because brains and voices are created once for each avatar object. */
  #lastRead: MaybeAvatar = null;
  #lastMade: MaybeAvatar = null;
  /** A read took too long. Until it is over, callers get the last known avatar. */
  #isLate = false;

  constructor(deps: AvatarReader, avatarId: number, brain: SessionBrain | null) {
    this.#deps = deps;
    this.#avatarId = avatarId;
    this.#brain = brain;
  }

  read(): Promise<MaybeAvatar> | MaybeAvatar {
    if (this.#isLate) return this.#lastMade;
    const found = this.#deps.avatar(this.#avatarId);
    return found instanceof Promise ? this.#readInTime(found) : this.#keep(found);
  }

  async #readInTime(found: Promise<MaybeAvatar | undefined>): Promise<MaybeAvatar> {
    const reading = found.then((avatar) => (avatar === undefined ? this.#lastMade : this.#keep(avatar)));
    if (this.#lastMade === null) return await reading;
    const late = Promise.withResolvers<MaybeAvatar>();
    const timer = setTimeout(() => {
      this.#isLate = true;
      late.resolve(this.#lastMade);
    }, readLimitMs);
    void reading.finally(() => {
      clearTimeout(timer);
      this.#isLate = false;
    });
    return await Promise.race([reading, late.promise]);
  }

  #keep(avatar: MaybeAvatar): MaybeAvatar {
    if (this.#lastRead !== avatar || avatar === null) {
      this.#lastRead = avatar;
      if (avatar !== null && this.#brain !== null) this.#brain = withSharedPrompt(this.#brain, avatar);
      this.#lastMade = avatar === null || this.#brain === null ? avatar : withBrain(avatar, this.#brain);
    }
    return this.#lastMade;
  }
}
