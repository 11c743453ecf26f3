// All tools for assistants.
import { Type } from 'typebox';
import { redactedFields, redactedParameters } from '#core/redact-personal-data.ts';
import type { Scope } from '#contract/scopes.ts';
import { addNote } from './add-note.ts';
import { createLead } from './create-lead.ts';
import { findCustomers, listHistory, listJobs, listLeads, listMembers } from './list-tools.ts';
import type { Tool } from './tool.ts';
import { getWorkItem, moveWorkItem, updateUnread, updateWorkItem } from './work-item-tools.ts';

const tools: readonly Tool[] = [
  createLead,
  listLeads,
  listJobs,
  getWorkItem,
  listHistory,
  moveWorkItem,
  updateWorkItem,
  addNote,
  findCustomers,
  listMembers,
];

/** Each key with a tool has one of these. */
export const toolScopes: readonly Scope[] = [...new Set(tools.flatMap(({ scopes }) => scopes))];

/** Hides tools and fields that the key may not use. */
export function toolsFor(may: (scope: Scope) => boolean, personalData: boolean): Tool[] {
  const allowed = tools
    .filter(({ scopes }) => scopes.some(may))
    .map((tool) => (tool === updateWorkItem && !canReadChanges(may) ? updateUnread : tool));
  if (personalData) return allowed;
  return allowed.filter(({ isPersonal = false }) => !isPersonal).map(withoutPersonalData);
}

/** Whether the key can read the version of each record that it can change. */
function canReadChanges(may: (scope: Scope) => boolean): boolean {
  return (
    (may('leads:read') || !may('leads:write')) &&
    (may('work-items:read') || !may('work-items:write'))
  );
}

function withoutPersonalData(tool: Tool): Tool {
  const fields = Object.keys(tool.input.properties);
  const isRead = tool.annotations.readOnlyHint;
  const closed = isRead
    ? redactedParameters(fields).filter((field) => field !== 'id')
    : redactedFields('workItem', fields);
  const description = `${tool.description} Personal data is left out of the answer.`;
  return { ...tool, description, input: Type.Omit(tool.input, closed) as Tool['input'] };
}
