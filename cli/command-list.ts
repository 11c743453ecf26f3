// The table of contents of the command line.
import type { Command } from './command.ts';

interface ListedCommand {
  summary: string;
  load(): Promise<Command>;
}

export const commandList: Readonly<Record<string, ListedCommand>> = {
  'brands create': {
    summary: 'Add a brand (one business)',
    load: async () => (await import('./commands/brands.ts')).brandsCreate,
  },
  'brands list': {
    summary: 'List the brands',
    load: async () => (await import('./commands/brands.ts')).brandsList,
  },
  'brands zone': {
    summary: 'Set the time zone of a brand',
    load: async () => (await import('./commands/brands.ts')).brandsZone,
  },
  'brands empty-test-side': {
    summary: 'Delete everything in the test environment of a brand',
    load: async () => (await import('./commands/brands.ts')).brandsEmptyTestSide,
  },
  'keys create': {
    summary: 'Create an API key for a brand',
    load: async () => (await import('./commands/keys.ts')).keysCreate,
  },
  'keys list': {
    summary: 'List the API keys of one brand or of all',
    load: async () => (await import('./commands/keys.ts')).keysList,
  },
  'keys revoke': {
    summary: 'Revoke an API key',
    load: async () => (await import('./commands/keys.ts')).keysRevoke,
  },
  'keys rotate': {
    summary: 'Replace an API key; the old one stays valid for a while',
    load: async () => (await import('./commands/keys.ts')).keysRotate,
  },
  'members link': {
    summary: 'Create a link for a new member',
    load: async () => (await import('./commands/members.ts')).membersLink,
  },
  'members list': {
    summary: 'List the members of a brand',
    load: async () => (await import('./commands/members.ts')).membersList,
  },
  'members remove': {
    summary: 'Remove a member from a brand',
    load: async () => (await import('./commands/members.ts')).membersRemove,
  },
  'members forget': {
    summary: 'Erase the name of a former member',
    load: async () => (await import('./commands/members.ts')).membersForget,
  },
  'members password-link': {
    summary: 'Create a password reset link for a member',
    load: async () => (await import('./commands/members.ts')).membersPasswordLink,
  },
  'calendar create': {
    summary: 'Create a calendar link for a phone',
    load: async () => (await import('./commands/calendar.ts')).calendarCreate,
  },
  'calendar list': {
    summary: 'List the calendar links of a brand',
    load: async () => (await import('./commands/calendar.ts')).calendarList,
  },
  'calendar revoke': {
    summary: 'Revoke a calendar link',
    load: async () => (await import('./commands/calendar.ts')).calendarRevoke,
  },
  'channels create': {
    summary: 'Add a form, a hook or a mail address for leads',
    load: async () => (await import('./commands/channels.ts')).channelsCreate,
  },
  'channels list': {
    summary: 'List the channels of one brand or of all',
    load: async () => (await import('./commands/channels.ts')).channelsList,
  },
  'channels change': {
    summary: 'Change the name, the map or other settings of a channel',
    load: async () => (await import('./commands/channels.ts')).channelsChange,
  },
  'channels rerun': {
    summary: 'Take the refused intakes of a channel in again',
    load: async () => (await import('./commands/channels.ts')).channelsRerun,
  },
  'channels remove': {
    summary: 'Remove a channel',
    load: async () => (await import('./commands/channels.ts')).channelsRemove,
  },
  backup: {
    summary: 'Back up the database to a file',
    load: async () => (await import('./commands/backup.ts')).backup,
  },
  restore: {
    summary: 'Restore the database from a backup',
    load: async () => (await import('./commands/restore.ts')).restore,
  },
  move: {
    summary: 'Move an installation from SQLite to PostgreSQL',
    load: async () => (await import('./commands/move.ts')).move,
  },
  migrate: {
    summary: "Migrate the database to this program's version",
    load: async () => (await import('./commands/migrate.ts')).migrate,
  },
  doctor: {
    summary: 'Check the installation and say how to fix it',
    load: async () => (await import('./commands/doctor.ts')).doctor,
  },
  'places load': {
    summary: 'Load a table of postcodes with coordinates',
    load: async () => (await import('./commands/places.ts')).placesLoad,
  },
  listen: {
    summary: 'Forward events to a local program, as signed webhooks',
    load: async () => (await import('./commands/listen.ts')).listen,
  },
  mcp: {
    summary: 'Run an MCP server for AI assistants',
    load: async () => (await import('./commands/mcp.ts')).mcp,
  },
};

export const commandNames = Object.keys(commandList);

export function namesInGroup(group: string): string[] {
  return commandNames.filter((name) => name.startsWith(`${group} `));
}
