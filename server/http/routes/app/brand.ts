import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BrandPatch } from '#contract/app-bodies.ts';
import {
  readBrandCountry,
  readWorkingHours,
  refusalOfColour,
  refusalOfLogo,
  refusalOfTimeZone,
} from '#core/accounts/brand-rules.ts';
import { messageOf } from '#core/reading/field-message.ts';
import { ApiError } from '../../refusals/api-error.ts';
import { memberOfRequest } from '../../gate/authenticate.ts';
import type { KeyRing } from '../../gate/key-ring.ts';
import { readBodyOf, refuseParameters } from '../../read-request.ts';
import type { SessionRing } from '../../gate/session-ring.ts';

interface BrandParts {
  keys: KeyRing;
  sessions: SessionRing;
}

const emptyingStepsMax = 50;

export function brandRoutes(app: FastifyInstance, { keys, sessions }: BrandParts): void {
  app.get('/v1/app/brand', { config: { member: 'any' } }, read);
  app.patch('/v1/app/brand', { config: { member: 'owner' } }, patch);
  app.post('/v1/app/test-side/empty', { config: { member: 'owner' } }, emptyTestSide);

  async function read(request: FastifyRequest): Promise<object> {
    refuseParameters(request);
    const { brandId } = memberOfRequest(request);
    return thatIsThere(await request.run('readBrand', { brandId }));
  }

  async function patch(request: FastifyRequest): Promise<object> {
    const changes = changesIn(request);
    const { brandId } = memberOfRequest(request);
    const changed = await request.run('patchBrand', { brandId, changes });
    keys.invalidateAll();
    sessions.invalidateAll();
    return thatIsThere(changed);
  }

  /** From either side. The sweep deletes what is left of a large test side, within seconds. */
  async function emptyTestSide(request: FastifyRequest): Promise<object> {
    refuseParameters(request);
    const { liveBrandId: brandId } = memberOfRequest(request);
    let left = await request.run('beginEmptying', { brandId });
    for (let step = 0; left && step < emptyingStepsMax; step++) {
      left = await request.runStep('continueEmptying', left);
    }
    return { isEmpty: left === null };
  }
}

type BrandChanges = Omit<BrandPatch, 'workingHours'> & { workingHours?: string | null };

function changesIn(request: FastifyRequest): BrandChanges {
  const body = readBodyOf<BrandPatch>(BrandPatch, request);
  const { country: typed, workingHours: sentHours, ...changes } = body;
  const { hours, refusal: hoursRefusal } = sentHours ? readWorkingHours(sentHours) : {};
  const { country, refusal } = typed === undefined ? {} : readBrandCountry(typed);
  const colourRefusal = changes.colour ? refusalOfColour(changes.colour) : null;
  const logoRefusal = changes.logo ? refusalOfLogo(changes.logo) : null;
  const zoneRefusal = changes.timeZone ? refusalOfTimeZone(changes.timeZone) : null;
  const messages = [
    ...(refusal === undefined ? [] : [messageOf('country', refusal)]),
    ...(hoursRefusal === undefined ? [] : [messageOf('workingHours', hoursRefusal)]),
    ...(zoneRefusal === null ? [] : [messageOf('timeZone', zoneRefusal)]),
    ...(colourRefusal === null ? [] : [messageOf('colour', colourRefusal)]),
    ...(logoRefusal === null ? [] : [messageOf('logo', logoRefusal)]),
  ];
  if (messages.length > 0) throw new ApiError(400, messages);
  return {
    ...changes,
    ...(country !== undefined && { country }),
    ...(sentHours !== undefined && { workingHours: hours ? JSON.stringify(hours) : null }),
  };
}

function thatIsThere<Brand extends object>(brand: Brand | null): Brand {
  if (!brand) throw new Error('the brand of a member is gone');
  return brand;
}
