import postgres from 'postgres';

/** Uses the same driver and the same number of connections as the service. */
export function openDatabase(url: string, max = 20): postgres.Sql {
  const address = new URL(url);
  const socketFolder = address.searchParams.get('host');
  address.searchParams.delete('host');
  return postgres(address.href, {
    max,
    onnotice: () => {},
    ...(socketFolder === null ? {} : { host: socketFolder }),
  });
}
