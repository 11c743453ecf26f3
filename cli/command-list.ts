// The table of contents of the command line.
import type { Command } from './command.ts';

interface ListedCommand {
  summary: string;
  load(): Promise<Command>;
}

export const commandList: Readonly<Record<string, ListedCommand>> = {
  'brands create': {
    summary: 'Add a brand, which stands for one business',
    load: async () => (await import('./commands/brands.ts')).brandsCreate,
  },
  'brands list': {
    summary: 'List the brands',
    load: async () => (await import('./commands/brands.ts')).brandsList,
  },
  'brands zone': {
    summary: 'Choose the time zone of a brand',
    load: async () => (await import('./commands/brands.ts')).brandsZone,
  },
  'keys create': {
    summary: 'Make an API key for a brand',
    load: async () => (await import('./commands/keys.ts')).keysCreate,
  },
  'keys list': {
    summary: 'List the API keys of a brand, or of all',
    load: async () => (await import('./commands/keys.ts')).keysList,
  },
  'keys revoke': {
    summary: 'Stop an API key at once',
    load: async () => (await import('./commands/keys.ts')).keysRevoke,
  },
  'keys rotate': {
    summary: 'Replace an API key; the old one goes on for a while',
    load: async () => (await import('./commands/keys.ts')).keysRotate,
  },
  'members link': {
    summary: 'Make a link by which a person becomes a member',
    load: async () => (await import('./commands/members.ts')).membersLink,
  },
  'members list': {
    summary: 'List the members of a brand',
    load: async () => (await import('./commands/members.ts')).membersList,
  },
  'members remove': {
    summary: 'Take a member out of a brand',
    load: async () => (await import('./commands/members.ts')).membersRemove,
  },
  'members forget': {
    summary: 'Forget the name of a member who left',
    load: async () => (await import('./commands/members.ts')).membersForget,
  },
  'members password-link': {
    summary: 'Make a link by which a member sets a new password',
    load: async () => (await import('./commands/members.ts')).membersPasswordLink,
  },
  'calendar create': {
    summary: 'Make a link at which a phone reads the jobs',
    load: async () => (await import('./commands/calendar.ts')).calendarCreate,
  },
  'calendar list': {
    summary: 'List the calendar links of a brand',
    load: async () => (await import('./commands/calendar.ts')).calendarList,
  },
  'calendar revoke': {
    summary: 'End a calendar link',
    load: async () => (await import('./commands/calendar.ts')).calendarRevoke,
  },
  backup: {
    summary: 'Copy the database into a file',
    load: async () => (await import('./commands/backup.ts')).backup,
  },
  restore: {
    summary: 'Put a backup in the place of the database',
    load: async () => (await import('./commands/restore.ts')).restore,
  },
  move: {
    summary: 'Move an installation from SQLite to PostgreSQL',
    load: async () => (await import('./commands/move.ts')).move,
  },
  migrate: {
    summary: "Bring the database to this program's version",
    load: async () => (await import('./commands/migrate.ts')).migrate,
  },
  doctor: {
    summary: 'Check the installation and say what to repair',
    load: async () => (await import('./commands/doctor.ts')).doctor,
  },
  'places load': {
    summary: 'Load a table of postcodes with their coordinates',
    load: async () => (await import('./commands/places.ts')).placesLoad,
  },
  mcp: {
    summary: 'Let an assistant work with leads and jobs',
    load: async () => (await import('./commands/mcp.ts')).mcp,
  },
};

export const commandNames = Object.keys(commandList);

export function namesInGroup(group: string): string[] {
  return commandNames.filter((name) => name.startsWith(`${group} `));
}
