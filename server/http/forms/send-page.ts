import type { FastifyReply } from 'fastify';
import type { OpenChannel } from '#actions/intakes/channels.ts';
import { pageHeaders } from './pages/page-shell.ts';

export function sendPage(
  reply: FastifyReply,
  html: string,
  open: OpenChannel | null,
): FastifyReply {
  return reply.headers(pageHeaders(html, open)).send(html);
}
