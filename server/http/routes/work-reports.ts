import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ReportMaker } from '#reports/report-maker.ts';
import { callerOf } from '../gate/authenticate.ts';
import { noWorkItem, readScopes, refuseUnreadable } from '../gate/work-item-scopes.ts';
import { refuseParameters } from '../read-request.ts';
import { docs } from './work-reports.docs.ts';

export function workReportRoutes(
  app: FastifyInstance,
  { reports }: { reports: ReportMaker },
): void {
  app.get(
    '/v1/api/work-items/:id/report',
    {
      config: { scope: Object.values(readScopes), shows: 'personal' },
      schema: docs.getWorkReport,
    },
    async (request: FastifyRequest<{ Params: { id: string } }>, reply) => {
      refuseParameters(request);
      const caller = callerOf(request);
      const { brandId } = caller;
      const { id } = request.params;
      const found = await request.run('readWorkReport', { brandId, id });
      if (!found) throw noWorkItem(id);
      refuseUnreadable(caller, found.phase);
      const bytes = await reports.make(brandId, found.report);
      return reply
        .headers({
          'content-type': 'application/pdf',
          'content-disposition': `attachment; filename="${found.report.fileName}"`,
          'cache-control': 'private, no-store',
        })
        .send(Buffer.from(bytes));
    },
  );
}
