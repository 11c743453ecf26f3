// Requests in a brand's log that nobody made, so that there can be many.
import { insertLoggedRequests } from '#db/requests/logged-requests.ts';
import { systemContext } from '#runner/system-context.ts';
import type { TestServer } from './server.ts';

interface Traffic {
  brandId: string;
  status: number;
  count: number;
}

const rowsAtOnce = 1_000;

/** Made with the brand's first key, at this moment. */
export async function logTraffic(
  server: TestServer,
  { brandId, status, count }: Traffic,
): Promise<void> {
  const { newId } = systemContext();
  await server.withDatabase((db) =>
    db.transaction(async (trx) => {
      const key = await trx.first<{ id: string }>(
        'select id from api_keys where brand_id = ? limit 1',
        brandId,
      );
      for (let made = 0; made < count; made += rowsAtOnce) {
        const rows = Array.from({ length: Math.min(rowsAtOnce, count - made) }, () => ({
          brandId,
          id: newId(),
          keyId: key!.id,
          method: 'GET',
          route: '/v1/api/work-items',
          path: null,
          status,
          durationMs: 1,
        }));
        await insertLoggedRequests(trx, rows, []);
      }
    }),
  );
}
