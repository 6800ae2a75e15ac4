const name = 'parley-account';

/** The account that this browser showed last. It is only a convenience. */
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
    // Without storage the dashboard always starts with the first account.
  }
}
