// Which mails customers get, and their texts.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CustomerMailPatch } from '#contract/customer-mail.ts';
import {
  type CustomerMailSettings,
  mailTextsOf,
  readMailTexts,
} from '#core/notifications/customer-mail-settings.ts';
import { usualTexts } from '#core/notifications/customer-mail-texts.ts';
import { about } from '#core/reading/field-message.ts';
import type { Config } from '#server/config.ts';
import { memberOfRequest } from '../../gate/authenticate.ts';
import { readBodyOf, refuseParameters } from '../../read-request.ts';
import { ApiError } from '../../refusals/api-error.ts';

export function customerMailRoutes(app: FastifyInstance, { config }: { config: Config }): void {
  app.get('/v1/app/customer-mails', { config: { member: 'any' } }, read);
  app.patch('/v1/app/customer-mails', { config: { member: 'owner' } }, patch);

  async function read(request: FastifyRequest): Promise<object> {
    refuseParameters(request);
    const { brandId } = memberOfRequest(request);
    const settings = await request.run('readCustomerMailSettings', { brandId });
    return present(thatIsThere(settings));
  }

  async function patch(request: FastifyRequest): Promise<object> {
    const { texts: sent, ...body } = readBodyOf<CustomerMailPatch>(CustomerMailPatch, request);
    const { texts, messages } = readMailTexts(sent ?? {});
    if (messages) throw new ApiError(400, messages);
    if (config.mail === null && (body.receipt || body.appointment)) {
      throw new ApiError(409, noMail, { code: 'mail_not_set_up' });
    }
    const { brandId } = memberOfRequest(request);
    const changes = { ...body, texts };
    const changed = await request.run('patchCustomerMails', { brandId, changes });
    if (changed === 'needs_address') throw new ApiError(400, [needsAddress]);
    return present(thatIsThere(changed));
  }

  function present(settings: CustomerMailSettings): object {
    const { receipt, appointment, replyTo } = settings;
    return {
      sendsMail: config.mail !== null,
      receipt,
      appointment,
      replyTo,
      texts: mailTextsOf(settings),
      usualTexts,
    };
  }
}

const noMail =
  'This server sends no mail: its operator has to set SMTP_URL, MAIL_FROM and PUBLIC_URL';
const needsAddress = about(
  'replyTo',
  'required',
  'is required: send the e-mail address that customers can answer to',
);

function thatIsThere<Settings extends object>(settings: Settings | null): Settings {
  if (!settings) throw new Error('the brand of a member is gone');
  return settings;
}
