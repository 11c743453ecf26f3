// Shows a file of the outbox as a picture.
import { useEffect, useState } from 'react';

/** Of the first file: each read of the outbox gives another copy of it. */
export function useObjectUrl(file: File): string | null {
  const [first] = useState(file);
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(first);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [first]);
  return url;
}
