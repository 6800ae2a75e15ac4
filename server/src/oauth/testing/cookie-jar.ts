type Cookie = { readonly name: string; readonly value: string; readonly path: string };

/** The cookies of one browser. A cookie is sent only to the paths it was set for. */
export class CookieJar {
  #cookies: Cookie[] = [];

  take(lines: readonly string[]): void {
    for (const line of lines) {
      const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
      const at = pair.indexOf('=');
      const attribute = (name: string) =>
        attributes.find((text) => text.toLowerCase().startsWith(`${name}=`))?.slice(name.length + 1);
      const cookie = { name: pair.slice(0, at), value: pair.slice(at + 1), path: attribute('path') ?? '/' };
      this.#cookies = this.#cookies.filter(({ name, path }) => name !== cookie.name || path !== cookie.path);
      if (attribute('max-age') !== '0') this.#cookies.push(cookie);
    }
  }

  /** The header for a request; undefined if there is no cookie for it. */
  headerFor(pathname: string): string | undefined {
    const fitting = this.#cookies.filter(
      ({ path }) => pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`),
    );
    const text = fitting.map(({ name, value }) => `${name}=${value}`).join('; ');
    return text === '' ? undefined : text;
  }

  /** All cookies, as a thief would see them. */
  get all(): readonly Cookie[] {
    return this.#cookies;
  }
}
