/** Whether the widget was open, for as long as the tab exists. A page without storage forgets it. */
export function remembered(key: string): { read(): boolean | null; write(isOpen: boolean): void } {
  return {
    read() {
      try {
        const text = sessionStorage.getItem(key);
        return text === null ? null : text === 'open';
      } catch {
        return null;
      }
    },
    write(isOpen) {
      try {
        sessionStorage.setItem(key, isOpen ? 'open' : 'closed');
      } catch {
        // The browser may forbid storage.
      }
    },
  };
}
