export interface Check {
  name: string;
  status: 'ok' | 'warning' | 'failed';
  found: string;
  /** How to fix it; null when there is nothing to fix. */
  fix: string | null;
}

export function ok(name: string, found: string): Check {
  return { name, status: 'ok', found, fix: null };
}

export function warning(name: string, found: string, fix: string): Check {
  return { name, status: 'warning', found, fix };
}

export function failed(name: string, found: string, fix: string): Check {
  return { name, status: 'failed', found, fix };
}
