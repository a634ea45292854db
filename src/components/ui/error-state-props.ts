import type { ReactNode } from 'react';

export interface ErrorStateProps {
  error: unknown;
  /** What the page tried: "Jobs could not be read". */
  title?: ReactNode;
  onRetry?: () => void;
}
