import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BrandPatch } from '#contract/app-bodies.ts';
import { isCountryCode } from '#core/country-code.ts';
import { isTimeZone } from '#core/time-zone.ts';
import type { ActionRunner } from '#runner/action-runner.ts';
import { ApiError } from '../../api-error.ts';
import { memberOfRequest } from '../../authenticate.ts';
import type { KeyRing } from '../../key-ring.ts';
import { readAppBody } from '../../read-app-body.ts';
import { refuseParameters } from '../../refuse-parameters.ts';
import type { SessionRing } from '../../session-ring.ts';

interface BrandParts {
  runner: ActionRunner;
  keys: KeyRing;
  sessions: SessionRing;
}

export function brandRoutes(app: FastifyInstance, { runner, keys, sessions }: BrandParts): void {
  const schema = { hide: true };
  app.get('/v1/app/brand', { config: { member: 'any' }, schema }, read);
  app.patch('/v1/app/brand', { config: { member: 'owner' }, schema }, patch);

  async function read(request: FastifyRequest): Promise<object> {
    refuseParameters(request);
    const { brandId } = memberOfRequest(request);
    return thatIsThere(await runner.run('readBrand', { brandId }));
  }

  async function patch(request: FastifyRequest): Promise<object> {
    const sent = readAppBody<BrandPatch>(BrandPatch, request);
    const changes = { ...sent, ...(sent.country && { country: sent.country.toUpperCase() }) };
    const messages = [
      ...(changes.country === undefined || isCountryCode(changes.country)
        ? []
        : ['country must be a two-letter code such as NL']),
      ...(!changes.timeZone || isTimeZone(changes.timeZone)
        ? []
        : ['timeZone must be a name such as Europe/Amsterdam']),
    ];
    if (messages.length > 0) throw new ApiError(400, messages);
    const { brandId } = memberOfRequest(request);
    const changed = await runner.run('patchBrand', { brandId, changes });
    keys.forgetAll();
    sessions.forgetAll();
    return thatIsThere(changed);
  }
}

function thatIsThere<Brand extends object>(brand: Brand | null): Brand {
  if (!brand) throw new Error('the brand of a member is gone');
  return brand;
}
