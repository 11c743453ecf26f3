import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PasswordReset } from '#contract/app-bodies.ts';
import { emailKeyOf } from '#core/customers/match-keys.ts';
import type { AccessLimits } from '../../accounts/access-limits.ts';
import type { LinkMails } from '../../accounts/link-mails.ts';
import { readBodyOf } from '../../read-request.ts';

/** The response is the same whether the account exists or not. */
export function passwordResetRoutes(
  app: FastifyInstance,
  { limits, mails }: { limits: AccessLimits; mails: LinkMails },
): void {
  const options = { config: { member: 'nobody' as const } };
  // Asked before the form is shown: without a mail server a link would never arrive.
  app.get('/v1/app/password-reset', options, () => ({ canMail: mails.canSend }));
  app.post(
    '/v1/app/password-reset',
    options,
    async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const { email } = readBodyOf<PasswordReset>(PasswordReset, request);
      await limits.countAtAddress(request);
      const emailKey = emailKeyOf(email)!;
      mails.startPasswordMail(emailKey, () => limits.mayReset(request, emailKey));
      return reply.code(202).send({});
    },
  );
}
