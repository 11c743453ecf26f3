import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hashOfJson } from '#core/leads/body-hash.ts';
import type { ReportMaker } from '#reports/report-maker.ts';
import type { Config } from '#server/config.ts';
import { callerOf } from '../gate/authenticate.ts';
import {
  noWorkItem,
  phasesOpenTo,
  readScopes,
  refuseUnreadable,
  writeScopes,
} from '../gate/work-item-scopes.ts';
import { callInProgress, idempotencyKeyOf, keyReused, PendingKeys } from '../idempotency-key.ts';
import { refuseParameters } from '../read-request.ts';
import { ApiError } from '../refusals/api-error.ts';
import { forbidden, type ItemRequest } from '../work-item-requests.ts';
import { docs } from './work-reports.docs.ts';

export function workReportRoutes(
  app: FastifyInstance,
  { reports, config: { mail } }: { reports: ReportMaker; config: Config },
): void {
  const pendingKeys = new PendingKeys();
  app.get(
    '/v1/api/work-items/:id/report',
    {
      config: { scope: Object.values(readScopes), shows: 'personal' },
      schema: docs.getWorkReport,
    },
    async (request: FastifyRequest<{ Params: { id: string } }>, reply) => {
      refuseParameters(request);
      const caller = callerOf(request);
      const { brandId, keyId, memberId } = caller;
      const { id } = request.params;
      const found = await request.run('readWorkReport', { brandId, id });
      if (!found) throw noWorkItem(id);
      refuseUnreadable(caller, found.phase);
      const bytes = await reports.make({ brandId, caller: keyId ?? memberId ?? '' }, found.report);
      return reply
        .headers({
          'content-type': 'application/pdf',
          'content-disposition': `inline; filename="${found.report.fileName}"`,
          'cache-control': 'private, no-store',
        })
        .send(Buffer.from(bytes));
    },
  );

  app.post(
    '/v1/api/work-items/:id/report/mail',
    {
      config: { scope: Object.values(writeScopes), shows: 'personal' },
      schema: docs.mailWorkReport,
    },
    async (request: ItemRequest, reply) => {
      refuseParameters(request);
      const key = idempotencyKeyOf(request);
      const caller = callerOf(request);
      const { brandId } = caller;
      const { id } = request.params;
      const phases = phasesOpenTo(caller);
      const result = await pendingKeys.claim({ brandId, key }, () =>
        request.run('mailReport', {
          brandId,
          id,
          phases,
          sendsMail: mail !== null,
          idempotency: key === null ? null : { key, bodyHash: hashOfJson([id]) },
        }),
      );
      switch (result.outcome) {
        case 'replayed':
          return reply.code(202).header('idempotent-replayed', 'true').send();
        case 'queued':
          return reply.code(202).send();
        case 'in_flight':
          throw callInProgress();
        case 'key_reused':
          throw keyReused();
        case 'missing':
          throw noWorkItem(id);
        case 'forbidden':
          throw forbidden(caller, result.phase);
        case 'refused':
          throw new ApiError(409, refusals[result.code], { code: result.code });
      }
    },
  );
}

const refusals = {
  mail_not_set_up:
    'This server sends no mail: its operator has to set SMTP_URL, MAIL_FROM and PUBLIC_URL',
  reply_address_missing:
    'The business has no e-mail address for replies: set it under Settings, E-mails to customers',
  customer_doubtful:
    'Whose lead this is has to be checked first: its customer has another name than was sent',
  customer_without_email: 'The customer has no e-mail address',
};
