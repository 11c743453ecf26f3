// The settings of each connection.

// How soon a backend notices that its client has disconnected, and cancels the statement.
const checkEveryMs = 200;

// JIT compilation takes longer than our queries, which are short.
const settings = `set time zone 'UTC'; set datestyle = 'ISO'; set jit = off`;
// Set explicitly: the role, the database or a reload could switch it off after refuseUnsafeServer
// has checked it.
const waitForDisk = `select set_config('synchronous_commit',
  case current_setting('synchronous_commit') when 'off' then 'on' else current_setting('synchronous_commit') end, false)`;
export const checkConnections = `set client_connection_check_interval = ${checkEveryMs}`;

export function sessionSettings(mayLoseData: boolean): string {
  return mayLoseData ? settings : `${settings}; ${waitForDisk}`;
}
