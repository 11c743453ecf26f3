// Routes that take any body as it comes: forms and hooks.
import type { FastifyInstance } from 'fastify';

/** `request.body` is a Buffer in these routes, or undefined when nothing was sent. */
export function withRawBodies(
  app: FastifyInstance,
  bytesMax: number,
  addRoutes: (scope: FastifyInstance) => void,
): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    const options = { parseAs: 'buffer', bodyLimit: bytesMax } as const;
    scope.addContentTypeParser('*', options, async (_request: unknown, bytes: Buffer) => bytes);
    addRoutes(scope);
  });
}
