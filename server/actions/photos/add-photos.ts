// Adds photos to a lead or job that exists.
import type { ErrorCode } from '#contract/error-codes.ts';
import { photosPendingMax, photosPerItemMax } from '#contract/limits.ts';
import type { Phase } from '#contract/work-item-lists.ts';
import { type Author, memberOf, systemAuthor } from '#core/author.ts';
import type { NewEvent } from '#core/event.ts';
import { createdStatus } from '#core/leads/idempotency-record.ts';
import { provokedByPhotoUrl } from '#core/leads/test-inputs.ts';
import { type NewPhoto, photoRows } from '#core/photos/new-photo.ts';
import { photoJob } from '#core/photos/photo-job.ts';
import { presentPhoto } from '#core/present.ts';
import type { IntakeFileRecord, IntakeRecord, PhotoRecord, WorkItemRecord } from '#core/records.ts';
import type { Database } from '#db/database.ts';
import { insertIntakeFiles } from '#db/intakes/intake-files.ts';
import { insertIntakes } from '#db/intakes/intakes.ts';
import { countJobs, enqueueJobs } from '#db/jobs/jobs.ts';
import { findPhotos, insertPhotos } from '#db/photos/photos.ts';
import { lockWorkItem, updateWorkItem } from '#db/work-items/work-items.ts';
import type { ActionContext } from '../context.ts';
import { recordEvents } from '../events/events.ts';
import { findAnswers, keyLocks, rememberAnswers } from '../leads/idempotency.ts';

interface PhotosToAdd {
  brandId: string;
  workItemId: string;
  author: Author;
  /** Phases whose items the caller may change. */
  phases: readonly Phase[];
  isTest: boolean;
  photos: readonly NewPhoto[];
  /** What was uploaded, until it is stored as a picture. Null for URLs. */
  upload: { intake: IntakeRecord; files: readonly IntakeFileRecord[] } | null;
  idempotency: { key: string; bodyHash: string } | null;
}

/** Which photos of the item were added. */
interface AddedRange {
  first: number;
  count: number;
}

type PhotosAdded =
  | { outcome: 'added' | 'replayed'; added: AddedRange; photoJobIds: string[] }
  | { outcome: 'missing' | 'key_reused' | 'in_flight' }
  | { outcome: 'forbidden'; phase: Phase }
  | { outcome: 'conflict'; code: ErrorCode; message: string };

export function addPhotos(
  db: Database,
  request: PhotosToAdd,
  context: ActionContext,
): Promise<PhotosAdded> {
  const { brandId, author, workItemId, idempotency, upload } = request;
  const route = `POST /v1/api/work-items/${workItemId}/photos`;
  const call = { brandId, author, idempotency: idempotency && { route, ...idempotency } };
  return db.transaction(async (trx): Promise<PhotosAdded> => {
    const locks = keyLocks(call);
    const held = await trx.tryLocks(locks);
    if (!locks.every((name) => held.has(name))) return { outcome: 'in_flight' };
    const now = context.now();
    const earlier = (await findAnswers(trx, [call], now, () => 0)).get(call);
    if (earlier?.outcome === 'replayed') {
      return { outcome: 'replayed', added: JSON.parse(earlier.body), photoJobIds: [] };
    }
    if (earlier) return { outcome: earlier.outcome };

    const item = await lockWorkItem(trx, { brandId, id: workItemId });
    if (!item || item.deletedAt !== null) return { outcome: 'missing' };
    if (!request.phases.includes(item.phase)) return { outcome: 'forbidden', phase: item.phase };
    const count = request.photos.length;
    if ((item.photoCount ?? 0) + count > photosPerItemMax) return full;

    if (upload) {
      await insertIntakes(trx, [{ ...upload.intake, workItemId }]);
      await insertIntakeFiles(trx, upload.files);
    }
    const { rows, jobIds } = await writePhotos(trx, item, { ...request, now, context });
    await updateWorkItem(trx, {
      ...item,
      photoCount: (item.photoCount ?? 0) + count,
      version: item.version + 1,
      updatedAt: now,
      updatedBy: memberOf(request.author),
    });
    await recordEvents(trx, eventsOf(rows, request.author, now), context);
    const added = { first: rows[0]!.position, count };
    // The photos may change until a replay, which reads them again.
    const responseBody = JSON.stringify(added);
    const answer = { responseStatus: createdStatus, responseBody, workItemId };
    await rememberAnswers(trx, [call], now, () => answer);
    return { outcome: 'added', added, photoJobIds: jobIds };
  });
}

const full: PhotosAdded = {
  outcome: 'conflict',
  code: 'photos_full',
  message: `A lead or job has at most ${photosPerItemMax} photos`,
};

/** Writes the rows, and the jobs that store the pictures. Lock the item first, and count the photos. */
export async function writePhotos(
  trx: Database,
  { brandId, id: workItemId }: WorkItemRecord,
  {
    photos,
    isTest,
    now,
    context,
  }: { photos: readonly NewPhoto[]; isTest: boolean; now: number; context: ActionContext },
): Promise<{ rows: PhotoRecord[]; jobIds: string[] }> {
  const earlier = await findPhotos(trx, brandId, [workItemId]);
  const first = 1 + (earlier.at(-1)?.position ?? -1);
  const asked = { brandIds: [brandId], kind: 'fetchPhoto' } as const;
  const pending = (await countJobs(trx, asked, photosPendingMax)).get(brandId) ?? 0;
  const rows = photoRows(photos, { brandId, workItemId, first, pending });
  await insertPhotos(trx, rows);
  const staysPending = (url: string) => isTest && provokedByPhotoUrl(url) === 'pending';
  const jobs = rows
    .filter(({ status, url }) => status === 'pending' && !staysPending(url))
    .map((photo) => photoJob(photo, { id: context.newId(), now, isTest }));
  await enqueueJobs(trx, jobs);
  return { rows, jobIds: jobs.map(({ id }) => id) };
}

function eventsOf(rows: readonly PhotoRecord[], author: Author, now: number): NewEvent[] {
  const { brandId, workItemId: subjectId } = rows[0]!;
  const common = { brandId, subjectId, reason: null, createdAt: now };
  const failed = rows.filter(({ status }) => status === 'failed');
  const after = rows.map(presentPhoto);
  return [
    { ...common, ...author, type: 'photo.added', changes: { photos: { before: null, after } } },
    ...failed.map((photo): NewEvent => {
      const { requestId } = author;
      const changes = { photos: { before: null, after: presentPhoto(photo) } };
      return { ...common, ...systemAuthor, requestId, type: 'photo.failed', changes };
    }),
  ];
}

/** The body of the response: the added photos, as they are now. */
export async function readAddedPhotos(
  db: Database,
  { brandId, workItemId, first, count }: AddedRange & { brandId: string; workItemId: string },
): Promise<string> {
  const photos = await findPhotos(db, brandId, [workItemId]);
  const isAdded = ({ position }: PhotoRecord) => position >= first && position < first + count;
  const data = photos.filter(isAdded).map(presentPhoto);
  return JSON.stringify({ data, limit: photosPerItemMax });
}
