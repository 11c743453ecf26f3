import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createLeads } from '#actions/leads/create-leads.ts';
import { systemAuthor } from '#core/author.ts';
import { systemContext } from '#runner/system-context.ts';
import type { Nodes } from './nodes.ts';
import { outcomesOf, wordsFor } from './photo-server.ts';

interface Elsewhere {
  nodes: Nodes;
  brandId: string;
  key: string;
  photoUrl: string;
}

/**
 * Creates a lead as a command would, in a process that fetches nothing itself, and waits until some
 * server has stored its photo.
 */
export async function storeFromElsewhere(made: Elsewhere): Promise<void> {
  const { nodes, brandId, key, photoUrl } = made;
  const lead = { customerName: 'Jan', title: 'Roof', photoUrls: [photoUrl] };
  const request = {
    brandId,
    brandCountry: 'NL',
    brandLanguage: 'en' as const,
    author: { ...systemAuthor, requestId: randomUUID() },
    lead,
    rawBody: JSON.stringify(lead),
    idempotency: null,
  };
  const [result] = await nodes.all[0].withDatabase((db) =>
    createLeads(db, [request], systemContext()),
  );
  assert.ok(result?.outcome === 'created');
  const photos = await outcomesOf(nodes.next(), key, result.workItemId);
  assert.deepEqual(wordsFor(photos), ['stored']);
}
