/** Where a PostgreSQL database is, without the user and the password. */
export function placeOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `${decodeURIComponent(pathname.slice(1))} on ${host || 'this machine'}`;
}
