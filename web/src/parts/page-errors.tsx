// An error boundary: a failing part shows its error, and the rest of the app keeps working.
import { Center } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { ErrorNote } from './error-note.tsx';

interface PageErrorsProps {
  children: ReactNode;
  /** Shown instead of the error. */
  instead?: ReactNode;
  /** Nothing is rendered around it: center the error. */
  isAlone?: boolean;
}

interface State {
  error: unknown;
}

export class PageErrors extends Component<PageErrorsProps, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  override render(): ReactNode {
    const { children, instead, isAlone } = this.props;
    const { error } = this.state;
    if (error === null) return children;
    if (instead !== undefined) return instead;
    const note = <ErrorNote error={error} onRetry={() => location.reload()} />;
    if (!isAlone) return note;
    return (
      <Center component="main" mih="100dvh" p="md">
        {note}
      </Center>
    );
  }
}
