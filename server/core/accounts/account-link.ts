/** Where the web app opens a link that lets somebody in. */
export function linkPath(token: string): string {
  return `/welcome/${token}`;
}
