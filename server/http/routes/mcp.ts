import type { FastifyInstance } from 'fastify';
import { codeOfStatus } from '#contract/error-codes.ts';
import { mcpPath } from '../gate/guard-routes.ts';
import { jsonBodyOf } from '../json-body.ts';

/** The Model Context Protocol. It offers no stream, so GET and DELETE are 405. */
export function mcpRoutes(app: FastifyInstance): void {
  app.post(
    mcpPath,
    // Tools have their own scopes. The API calls behind an answer have redacted it.
    { config: { scope: [], shows: 'plain' } },
    async (request, reply) => {
      const { value: message } = jsonBodyOf(request);
      // Large, and most servers never get here.
      const { answerMessage } = await import('../assistants/answer-message.ts');
      const { status, body } = await answerMessage(app, request, reply, message);
      void reply.code(status);
      // The protocol has its own error bodies.
      if (status >= 400) void reply.header('error-code', codeOfStatus(status));
      return body === '' ? reply.send() : reply.type('application/json; charset=utf-8').send(body);
    },
  );
}
