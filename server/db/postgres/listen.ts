// Hears what other servers tell of. Whoever relies on it must also look from time to time: while the
// connection is gone nothing is heard.
import { Client } from 'pg';
import type { Subject } from '../database.ts';

export const notificationChannel = 'vakwerk';

interface Listening {
  close(): Promise<void>;
}

const reconnectAfterMs = 1_000;
const connectMsMax = 5_000;

/** `onMissed` is called after each time in which something may have been missed. */
export function listen(
  url: string,
  onNews: (subject: Subject, detail: string) => void,
  onMissed: () => void,
): Listening {
  let client: Client | null = null;
  let retry: NodeJS.Timeout | undefined;
  let isClosed = false;

  const connect = async () => {
    const fresh = new Client({
      connectionString: url,
      connectionTimeoutMillis: connectMsMax,
      application_name: 'vakwerk listener',
      keepAlive: true,
    });
    let isOver = false;
    const tryAgain = () => {
      if (isOver) return;
      isOver = true;
      client = null;
      if (!isClosed) retry = setTimeout(connect, reconnectAfterMs).unref();
    };
    fresh.on('error', tryAgain);
    fresh.on('end', tryAgain);
    fresh.on('notification', ({ payload = '' }) => {
      const [subject, detail = ''] = payload.split(' ');
      onNews(subject as Subject, detail);
    });
    try {
      await fresh.connect();
      await fresh.query(`listen ${notificationChannel}`);
      client = fresh;
      if (isClosed) await fresh.end();
      else onMissed();
    } catch {
      tryAgain();
      // It may be there and not answer.
      await fresh.end().catch(() => {});
    }
  };

  void connect();
  return {
    async close() {
      isClosed = true;
      clearTimeout(retry);
      await client?.end().catch(() => {});
    },
  };
}
