// Parses mails in a separate thread: a large one takes half a second, which would delay every lead.
import { serveRpc } from '#runtime/serve-rpc.js';
import { type MailReading, readMail } from '#core/intakes/read-mail.ts';

serveRpc<Uint8Array, MailReading>({ respond: readMail });
