import type { AvatarWithSecrets } from '../../avatars/index.ts';
import { type SessionBrain, withBrain } from '../identity/session-brain.ts';

type MaybeAvatar = AvatarWithSecrets | null;
/** Undefined if the database failed. */
type Reading = Promise<MaybeAvatar | undefined> | MaybeAvatar;
type AvatarReader = { avatar(id: number): Reading };

/** A database that takes longer counts as away. */
const readLimitMs = 1_000;

/**
 * The avatar of a session: its settings as they are now, with the brain that the session began with. While the database is
 * away, the session goes on with the settings that it knew last.
 */
export class SessionAvatar {
  readonly #deps: AvatarReader;
  readonly #avatarId: number;
  /** Null in a session from before brains were kept. */
  readonly #brain: SessionBrain | null;
  /** Both are kept, because brains and voices are made once for each avatar object. */
  #lastRead: MaybeAvatar = null;
  #lastMade: MaybeAvatar = null;
  /** A read took too long. Until it is over, nobody waits for another one. */
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
      this.#lastMade = avatar === null || this.#brain === null ? avatar : withBrain(avatar, this.#brain);
    }
    return this.#lastMade;
  }
}
