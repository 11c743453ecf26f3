// Every action that a database thread can be asked for.
import { lookUpApiKey, readApiKeysRevision, recordKeyUses } from '#actions/api-keys.ts';
import { createLeads } from '#actions/create-leads.ts';
import { getWorkItem } from '#actions/get-work-item.ts';
import { listAddresses } from '#actions/list-addresses.ts';
import { listWorkItems } from '#actions/list-work-items.ts';
import { makeFirstKey, prepareTables } from '#actions/prepare-installation.ts';
import { continueSearchRefresh } from '#actions/refresh-search.ts';
import { finishCheckpoint, sweep } from '#actions/upkeep.ts';

export const actions = {
  prepareTables,
  makeFirstKey,
  createLeads,
  recordKeyUses,
  sweep,
  finishCheckpoint,
  continueSearchRefresh,
  listWorkItems,
  listAddresses,
  getWorkItem,
  lookUpApiKey,
  readApiKeysRevision,
};
