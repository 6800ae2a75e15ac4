const key = (url: string): string => `parley:visitor:${new URL(url).host}`;

/** The secret by which the service recognises a browser. Without storage the visitor is new each time. */
export const visitorSecrets = {
  read(url: string): string | undefined {
    try {
      return localStorage.getItem(key(url)) ?? undefined;
    } catch {
      return undefined;
    }
  },
  write(url: string, secret: string): void {
    try {
      localStorage.setItem(key(url), secret);
    } catch {
      // Framed pages may have no access to storage.
    }
  },
};
