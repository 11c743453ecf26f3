// API keys, managed by the brand's owners.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ApiKeyInfo, KeyRefusal } from '#actions/accounts/api-keys.ts';
import { errorCodes } from '#contract/error-codes.ts';
import { KeyRotation, NewKey } from '#contract/app-bodies.ts';
import { presentKey } from '#core/accounts/present-key.ts';
import { about } from '#core/reading/field-message.ts';
import { ApiError, noSuch } from '../../refusals/api-error.ts';
import { memberOfRequest } from '../../gate/authenticate.ts';
import type { KeyRing } from '../../gate/key-ring.ts';
import { readBodyOf, refuseParameters } from '../../read-request.ts';

type KeyRequest = FastifyRequest<{ Params: { id: string } }>;

const hourMs = 60 * 60 * 1000;

export function keyRoutes(app: FastifyInstance, { keys }: { keys: KeyRing }): void {
  const options = { config: { member: 'owner' as const } };
  app.get('/v1/app/keys', options, list);
  app.post('/v1/app/keys', options, create);
  app.delete('/v1/app/keys/:id', options, revoke);
  app.post('/v1/app/keys/:id/rotate', options, rotate);

  async function list(request: FastifyRequest): Promise<object> {
    refuseParameters(request);
    return { data: (await brandKeys(request)).map(presentKey) };
  }

  async function create(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const read = readBodyOf<NewKey>(NewKey, request);
    const { name, scopes, expiresAt = null, personalData = true } = read;
    if (scopes.length === 0) {
      const text = 'must have at least one item';
      throw new ApiError(400, [about('scopes', 'too_few_items', text, { min: 1 })]);
    }
    const { brandId, accountId } = memberOfRequest(request);
    const rights = { scopes, isImpersonal: !personalData };
    const wanted = { brandId, name, ...rights, expiresAt, createdBy: accountId };
    const made = doneOrRefused(await request.run('createBrandKey', wanted), '');
    return reply.code(201).send(await withKey(request, made));
  }

  async function revoke(request: KeyRequest, reply: FastifyReply): Promise<FastifyReply> {
    refuseParameters(request);
    const { brandId } = memberOfRequest(request);
    const { id } = request.params;
    doneOrRefused(await request.run('revokeBrandKey', { brandId, id }), id);
    keys.invalidateAll();
    return reply.code(204).send();
  }

  async function rotate(request: KeyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { overlapHours } = readBodyOf<KeyRotation>(KeyRotation, request);
    const { brandId, accountId } = memberOfRequest(request);
    const { id } = request.params;
    const overlapMs = Math.round(overlapHours * hourMs);
    const wanted = { brandId, id, overlapMs, createdBy: accountId };
    const made = doneOrRefused(await request.run('rotateBrandKey', wanted), id);
    keys.invalidateAll();
    return reply.code(201).send(await withKey(request, made));
  }

  function brandKeys(request: FastifyRequest) {
    const { brandId } = memberOfRequest(request);
    return request.run('listBrandKeys', { brandId });
  }

  async function withKey(
    request: FastifyRequest,
    made: { id: string; key: string },
  ): Promise<object> {
    const info = (await brandKeys(request)).find(({ id }) => id === made.id)!;
    return { ...presentKey(info), key: made.key };
  }
}

function doneOrRefused<Done extends ApiKeyInfo>(
  result: { outcome: 'done'; key: Done } | { outcome: 'missing' } | KeyRefusal,
  id: string,
): Done {
  if (result.outcome === 'missing') throw noSuch('key', id);
  if (result.outcome === 'done') return result.key;
  throw result.invalid
    ? new ApiError(400, [result.invalid])
    : new ApiError(errorCodes[result.code], result.message, { code: result.code });
}
