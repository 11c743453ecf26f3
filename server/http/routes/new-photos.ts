// Photos from the place of work: pictures, PDFs, or URLs.
import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { filesPerIntakeMax } from '#contract/limits.ts';
import { NewPhotos } from '#contract/new-photos.ts';
import { readContentType } from '#core/intakes/content-type.ts';
import { readSent, type SentFile } from '#core/intakes/read-sent.ts';
import { hashOfJson } from '#core/leads/body-hash.ts';
import { readPhotoUrls } from '#core/leads/read-lead-submission.ts';
import { type NewPhoto, photoFromFile, photoFromUrl } from '#core/photos/new-photo.ts';
import { uploadUrl } from '#core/photos/upload-url.ts';
import { about } from '#core/reading/field-message.ts';
import type { IntakeFileRecord, IntakeRecord } from '#core/records.ts';
import type { LeadPhotos } from '#jobs/lead-photos.ts';
import { authorOf, callerOf, lacksScope } from '../gate/authenticate.ts';
import { noWorkItem, phasesOpenTo, writeScopes } from '../gate/work-item-scopes.ts';
import { callInProgress, idempotencyKeyOf, keyReused, PendingKeys } from '../idempotency-key.ts';
import type { PostSlots } from '../intake-slots.ts';
import { jsonBodyOf } from '../json-body.ts';
import { sentContentType, withUploads } from '../raw-body.ts';
import { refuseParameters } from '../read-request.ts';
import { ApiError, noSuch } from '../refusals/api-error.ts';
import { changeOf, type ItemRequest, refusalOf } from '../work-item-requests.ts';
import { docs } from './new-photos.docs.ts';

interface PhotoParts {
  leadPhotos: LeadPhotos;
  slots: PostSlots;
  clock: { now(): number };
}

type PhotoRequest = FastifyRequest<{ Params: { id: string; assetId: string } }>;

export function newPhotoRoutes(
  app: FastifyInstance,
  { leadPhotos, slots, clock }: PhotoParts,
): void {
  const pendingKeys = new PendingKeys();
  const config = { scope: Object.values(writeScopes), shows: 'photo' as const };

  withUploads(app, (scope) => {
    scope.post('/v1/api/work-items/:id/photos', { config, schema: docs.addPhotos }, add);
  });
  app.delete(
    '/v1/api/work-items/:id/photos/:assetId',
    { config, schema: docs.removePhoto },
    remove,
  );

  async function remove(request: PhotoRequest, reply: FastifyReply): Promise<FastifyReply> {
    refuseParameters(request);
    const { assetId } = request.params;
    const result = await request.run('removePhoto', { ...changeOf(request), assetId });
    if (result.outcome === 'missing') throw noSuch('photo', assetId);
    if (result.outcome !== 'changed') throw refusalOf(request, result);
    return reply.code(204).send();
  }

  async function add(request: ItemRequest, reply: FastifyReply): Promise<FastifyReply> {
    refuseParameters(request);
    const { brandId, keyId, memberId } = callerOf(request);
    const workItemId = request.params.id;
    const key = idempotencyKeyOf(request);
    const who = { channel: brandId, address: keyId ?? memberId ?? '' };
    const waitMsMax = leadPhotos.waitMsMax;
    const claim = { brandId, key: key && `${workItemId} ${key}`, waitMsMax };
    const { outcome, body } = await pendingKeys.claim(claim, async () => {
      const made = await request.budget.spend((slotMsMax) =>
        slots.run({ ...who, bytes: uploadedBytes(request) }, slotMsMax, () => save(request, key)),
      );
      await leadPhotos.settled(made.photoJobIds);
      const added = { brandId, workItemId, ...made.added };
      return { outcome: made.outcome, body: await request.runStep('readAddedPhotos', added) };
    });
    if (outcome === 'replayed') void reply.header('idempotent-replayed', 'true');
    return reply
      .code(201)
      .header('location', `/v1/api/work-items/${workItemId}/photos`)
      .type('application/json; charset=utf-8')
      .send(body);
  }

  async function save(request: ItemRequest, key: string | null) {
    const caller = callerOf(request);
    const { brandId, testOf } = caller;
    const { id } = request.params;
    const { bodyHash, photos, files } = await readSentPhotos(request);
    const common = { brandId, author: authorOf(request), phases: phasesOpenTo(caller) };
    const result = await request.run('addPhotos', {
      ...common,
      workItemId: id,
      isTest: testOf !== null,
      photos,
      upload: files.length === 0 ? null : { intake: intakeOf(request, files, clock.now()), files },
      idempotency: key === null ? null : { key, bodyHash },
    });
    switch (result.outcome) {
      case 'added':
      case 'replayed':
        return result;
      case 'missing':
        throw noWorkItem(id);
      case 'forbidden':
        throw lacksScope(caller, [writeScopes[result.phase]]);
      case 'in_flight':
        throw callInProgress();
      case 'key_reused':
        throw keyReused();
      case 'conflict':
        throw new ApiError(409, result.message, { code: result.code });
    }
  }
}

interface SentPhotos {
  /** The same for a repeated call. */
  bodyHash: string;
  photos: NewPhoto[];
  files: IntakeFileRecord[];
}

async function readSentPhotos(request: ItemRequest): Promise<SentPhotos> {
  if (!Buffer.isBuffer(request.body)) return readUrls(jsonBodyOf(request).value);
  const sent = await readFiles(request, request.body);
  const { brandId } = callerOf(request);
  const files = sent.map(({ name, contentType, bytes }, position) => ({
    brandId,
    intakeId: request.id,
    position,
    name,
    contentType,
    sizeBytes: bytes.length,
    bytes,
  }));
  const photos = files.map((file) => photoFromFile(uploadUrl(file), file.bytes));
  return {
    bodyHash: hashOfJson(sent.map(({ name, bytes }) => [name, hash('sha256', bytes)])),
    photos,
    files: files
      .filter((_, index) => photos[index]!.status === 'pending')
      .map((file) => ({ ...file, bytes: Buffer.from(file.bytes).toString('base64') })),
  };
}

function readUrls(body: unknown): SentPhotos {
  const { photoUrls, messages } = readPhotoUrls(NewPhotos.properties.photoUrls, body);
  if (messages) throw new ApiError(400, messages);
  return { bodyHash: hashOfJson(body), photos: photoUrls.map(photoFromUrl), files: [] };
}

async function readFiles(request: ItemRequest, body: Buffer): Promise<SentFile[]> {
  const contentType = sentContentType(request);
  const { type } = readContentType(contentType);
  if (type !== 'multipart/form-data') {
    if (body.length === 0) throw noFile();
    return [{ name: `photo.${type.split('/')[1]}`, contentType: type, bytes: body }];
  }
  const { files, filesLeftOut, isReadable } = await readSent(contentType, body);
  if (!isReadable) {
    throw new ApiError(400, [
      about('body', 'wrong_format', 'must be multipart/form-data: it is cut off or broken'),
    ]);
  }
  if (filesLeftOut > 0) {
    const text = `must have at most ${filesPerIntakeMax} files, got ${files.length + filesLeftOut}`;
    throw new ApiError(400, [about('body', 'too_many_items', text, { max: filesPerIntakeMax })]);
  }
  if (files.length === 0) throw noFile();
  return files;
}

function noFile(): ApiError {
  return new ApiError(400, [about('body', 'required', 'must have at least one picture or PDF')]);
}

function uploadedBytes({ body }: FastifyRequest): number {
  return Buffer.isBuffer(body) ? body.length : 0;
}

/** The files wait with an intake of the item, as those of forms and mails do. */
function intakeOf(request: ItemRequest, files: readonly unknown[], now: number): IntakeRecord {
  return {
    brandId: callerOf(request).brandId,
    id: request.id,
    channelId: null,
    source: 'api',
    state: 'lead',
    reason: null,
    refusal: null,
    lead: null,
    sent: null,
    contentType: sentContentType(request),
    body: null,
    bodyEncoding: 'utf8',
    fileCount: files.length,
    workItemId: request.params.id,
    onceKey: null,
    visit: null,
    language: null,
    receivedAt: now,
    discardedAt: null,
    decidedBy: null,
  };
}
