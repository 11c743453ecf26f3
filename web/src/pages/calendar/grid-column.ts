// What the columns of the grid show.
import type { ReactNode } from 'react';
import type { ListedWorkItem } from '../../../../sdk/src/index.ts';
import type { Span } from './job-span.ts';
import type { JobActions } from './job-box.tsx';

export interface GridColumn {
  key: string;
  day: string;
  /** Whose jobs it shows, and who gets what is dropped there; undefined for everybody's. */
  assigneeId?: string | null;
  /** For screen readers. */
  name: string;
  heading: ReactNode;
}

export interface JobSpan extends Span {
  job: ListedWorkItem;
}

export interface GridProps {
  columns: GridColumn[];
  jobsIn: (column: GridColumn, jobs: readonly JobSpan[]) => JobSpan[];
  jobs: JobSpan[];
  /** Where the dragged job would land. */
  ghost: JobSpan | null;
  actions: JobActions;
  onFolded: (jobs: ListedWorkItem[], day: string) => void;
  /** A click on free time. */
  onSlot: (slot: { start: string; end: string; assigneeId?: string | null }) => void;
}
