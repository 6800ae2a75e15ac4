export type ExpiryChoice = '30' | '90' | '365' | 'never' | 'date';

/**
 * When a new key expires, in Unix milliseconds: at the end of a day, in local time. So a form that is sent again after
 * a lost answer requests the same key. Undefined if no valid day is chosen.
 */
export function expiryOf(choice: ExpiryChoice, date: string, now: Date): number | null | undefined {
  if (choice === 'never') return null;
  const end = choice === 'date' ? new Date(`${date}T23:59:59.999`) : endOfDay(now, Number(choice));
  return end.getTime() > now.getTime() ? end.getTime() : undefined;
}

function endOfDay(now: Date, days: number): Date {
  const day = new Date(now);
  day.setDate(day.getDate() + days);
  day.setHours(23, 59, 59, 999);
  return day;
}
