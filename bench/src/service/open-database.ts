import postgres from 'postgres';

/** The driver and the number of connections are the service's own. */
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
