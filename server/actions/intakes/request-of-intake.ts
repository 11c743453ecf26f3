import { hash } from 'node:crypto';
import type { LeadSubmission } from '#contract/lead-submission.ts';
import { languageOf } from '#core/accounts/language.ts';
import type { Author } from '#core/author.ts';
import type { UploadedFile } from '#core/photos/upload-url.ts';
import type { IntakeRecord } from '#core/records.ts';
import type { BrandRow } from '#db/tables.ts';
import type { LeadRequest } from '../leads/create-leads.ts';
import { acceptIntakeRoute } from './settle-intakes.ts';

interface AcceptedIntake {
  brand: BrandRow;
  intake: IntakeRecord;
  author: Author;
  /** Who decided. */
  memberId: string | null;
  lead: LeadSubmission;
  found: object;
  sent: unknown;
  files: readonly UploadedFile[];
}

/** The lead of an intake that was held or refused; `markAccepted` makes it one. */
export function requestOfIntake({
  brand,
  intake: { brandId, id, receivedAt, language },
  author,
  memberId,
  lead,
  found,
  sent,
  files,
}: AcceptedIntake): LeadRequest {
  return {
    brandId,
    brandCountry: brand.country,
    brandLanguage: languageOf(brand.language, brand.country),
    isTest: brand.testOf !== null,
    author,
    lead,
    receivedAt,
    language,
    files,
    origin: { acceptedId: id, decidedBy: memberId },
    rawBody: JSON.stringify({ ...found, sent }),
    idempotency: {
      route: acceptIntakeRoute,
      key: id,
      bodyHash: hash('sha256', id, 'hex'),
      photoWaitMs: 0,
    },
  };
}
