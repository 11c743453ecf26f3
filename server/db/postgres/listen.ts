// Receives the notifications of other servers. Listeners must also poll: while the connection is
// down, notifications are lost.
import { Client } from 'pg';
import type { Subject } from '../database.ts';

export const notificationChannel = 'vakwerk';

interface Listening {
  close(): Promise<void>;
}

const reconnectAfterMs = 1_000;
const connectMsMax = 5_000;

/** Calls `onMissed` after each gap in which notifications may have been lost. */
export function listen(
  url: string,
  onNotification: (subject: Subject, detail: string) => void,
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
      onNotification(subject as Subject, detail);
    });
    try {
      await fresh.connect();
      await fresh.query(`listen ${notificationChannel}`);
      client = fresh;
      if (isClosed) await fresh.end();
      else onMissed();
    } catch {
      tryAgain();
      // Closes a connection that was made but does not respond.
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
