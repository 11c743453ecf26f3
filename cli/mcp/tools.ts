// The table of contents of what an assistant can do.
import type { Scope } from '#contract/scopes.ts';
import { createLead } from './create-lead.ts';
import { findCustomers, listHistory, listJobs, listLeads } from './list-tools.ts';
import type { Tool } from './tool.ts';
import { getWorkItem, moveWorkItem, updateWorkItem } from './work-item-tools.ts';

const tools: readonly Tool[] = [
  createLead,
  listLeads,
  listJobs,
  getWorkItem,
  listHistory,
  moveWorkItem,
  updateWorkItem,
  findCustomers,
];

/** A tool that would only be refused is not shown. */
export function toolsFor(may: (scope: Scope) => boolean): Tool[] {
  return tools.filter(({ scopes }) => scopes.some(may));
}
