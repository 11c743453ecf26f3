// Leads and jobs are the same kind of record; which scope it takes depends on the phase it is in.
export const readScopes = { lead: 'leads:read', job: 'work-items:read' } as const;
export const writeScopes = { lead: 'leads:write', job: 'work-items:write' } as const;
