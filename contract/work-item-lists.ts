// Enums of a work item, without the schemas: the rules and the database threads need only these, and the
// schema library costs memory in every thread.

export const leadStatuses = ['request', 'contacted', 'quote_sent', 'inspection', 'lost'] as const;
export const jobStatuses = [
  'pending',
  'scheduled',
  'in_progress',
  'completed',
  'cancelled',
] as const;
export const statuses = [...leadStatuses, ...jobStatuses] as const;

// In ascending order, which sorting by priority uses.
export const priorities = ['low', 'medium', 'high', 'urgent'] as const;

export const sources = [
  'web',
  'phone',
  'chat',
  'referral',
  'other',
  'whatsapp',
  'email',
  'manual',
] as const;

export type Status = (typeof statuses)[number];
export type Priority = (typeof priorities)[number];
export type Source = (typeof sources)[number];
export type Phase = 'lead' | 'job';

export type LeadStatus = (typeof leadStatuses)[number];
