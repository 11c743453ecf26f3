// What each connection is told before it is used.

// When this side has let go of a connection, what was under way on it ends so soon.
const goneNoticedMs = 200;

// A plan that was made while a table was small is kept as the table grows, and reads all of it each time.
// There is an index for everything we ask that is large. No machine code is made for queries: they are short.
const settings = `set time zone 'UTC'; set datestyle = 'ISO'; set enable_seqscan = off; set jit = off`;
// Set for good: a role, a database or a reload of the server could switch it off for a server that was safe when it was looked at.
const waitForDisk = `select set_config('synchronous_commit',
  case current_setting('synchronous_commit') when 'off' then 'on' else current_setting('synchronous_commit') end, false)`;
export const noticeGoneClients = `set client_connection_check_interval = ${goneNoticedMs}`;

export function sessionSettings(mayLoseData: boolean): string {
  return mayLoseData ? settings : `${settings}; ${waitForDisk}`;
}
