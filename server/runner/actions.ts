// Every action that a database thread can be asked for.
import { lookUpApiKey, readApiKeysRevision, recordKeyUses } from '#actions/api-keys.ts';
import {
  beginAsset,
  condemnAssets,
  findLooseAssets,
  findSamePicture,
  forgetAssets,
  getAsset,
} from '#actions/assets.ts';
import { createContendedLeads, createLeads } from '#actions/create-leads.ts';
import { getWorkItem } from '#actions/get-work-item.ts';
import { claimJobs, endEarlierLeases, releaseJobs, renewJobs, retryJobs } from '#actions/jobs.ts';
import { listAddresses } from '#actions/list-addresses.ts';
import { listWorkItems } from '#actions/list-work-items.ts';
import { listPhotos, readLeadAnswer, rememberLeadAnswer, settlePhotos } from '#actions/photos.ts';
import { makeFirstKey, prepareTables } from '#actions/prepare-installation.ts';
import { takeFromRateWindow } from '#actions/rate-windows.ts';
import { continueSearchRefresh } from '#actions/refresh-search.ts';
import { finishCheckpoint, refreshStatistics, sweep } from '#actions/upkeep.ts';

export const actions = {
  prepareTables,
  makeFirstKey,
  createLeads,
  createContendedLeads,
  rememberLeadAnswer,
  endEarlierLeases,
  claimJobs,
  renewJobs,
  retryJobs,
  releaseJobs,
  settlePhotos,
  beginAsset,
  condemnAssets,
  forgetAssets,
  recordKeyUses,
  takeFromRateWindow,
  sweep,
  refreshStatistics,
  finishCheckpoint,
  continueSearchRefresh,
  listWorkItems,
  listAddresses,
  getWorkItem,
  readLeadAnswer,
  listPhotos,
  getAsset,
  findSamePicture,
  findLooseAssets,
  lookUpApiKey,
  readApiKeysRevision,
};
