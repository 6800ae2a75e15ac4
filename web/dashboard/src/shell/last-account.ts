const name = 'parley-account';

/** Which account this browser showed last; only a convenience. */
export function lastAccount(): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

export function rememberAccount(id: string): void {
  try {
    localStorage.setItem(name, id);
  } catch {
    // A browser that keeps nothing starts with the first account each time.
  }
}
