// Parses mails in a separate thread: a large one takes seconds, which would delay every lead.
import { serveRpc } from '#runtime/serve-rpc.js';
import { type ArrivedBytes, type MailReading, readMail } from '#core/intakes/read-mail.ts';
import { PlainBlob } from './plain-blob.ts';

// Of this thread only.
Object.assign(globalThis, { Blob: PlainBlob });
serveRpc<ArrivedBytes, MailReading>({ respond: ({ raw, ...known }) => readMail(raw, known) });
