// A page that fails says so, and the rest of the app goes on.
import { Component, type ReactNode } from 'react';
import { ErrorNote } from './error-note.tsx';

interface State {
  error: unknown;
}

export class PageErrors extends Component<{ children: ReactNode }, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return <ErrorNote error={error} onRetry={() => location.reload()} />;
  }
}
