// The thread's side of lazy-thread.ts.
import { parentPort } from 'node:worker_threads';
import type { ThreadMessage, ThreadReply } from './lazy-thread.ts';

/** Answers what the thread is asked, any number at a time, until it is ended. */
export function answerInThread<Question, Answer>(
  answerTo: (question: Question, signal: AbortSignal) => Promise<Answer>,
): void {
  const port = parentPort!;
  const underWay = new Map<number, AbortController>();
  port.on('message', async (message: ThreadMessage<Question>) => {
    if ('giveUp' in message) {
      underWay.get(message.giveUp)?.abort();
      return;
    }
    const { id, question } = message;
    const abort = new AbortController();
    underWay.set(id, abort);
    const reply = await answerTo(question, abort.signal).then(
      (answer): ThreadReply<Answer> => ({ id, answer }),
      (error: Error): ThreadReply<Answer> => ({ id, fault: error.message }),
    );
    underWay.delete(id);
    port.postMessage(reply);
  });
}
