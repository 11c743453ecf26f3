// Creates a lead with plain `fetch`, and retries while the visitor waits.

const visitorWaitMsMax = 20_000;
const attemptMsMax = 8_000;
const attemptsMax = 3;
const retryBaseMs = 500;
// Not processed, or perhaps processed: the Idempotency-Key makes a retry safe in both cases.
const retriedStatuses = new Set([408, 409, 429, 500, 502, 503, 504]);

/** Resolves to `{ status, messages, reason }`; the status is null without an answer. */
export async function createLead({ VAKWERK_URL, VAKWERK_API_KEY }, lead, idempotencyKey) {
  if (!VAKWERK_URL || !VAKWERK_API_KEY) return failure('set VAKWERK_URL and VAKWERK_API_KEY');
  const request = {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-api-key': VAKWERK_API_KEY,
      'idempotency-key': idempotencyKey,
    },
    body: JSON.stringify(lead),
    // Following one would send the key to another host.
    redirect: 'manual',
  };
  const url = `${VAKWERK_URL.replace(/\/+$/, '')}/v1/api/leads`;
  const giveUpAt = Date.now() + visitorWaitMsMax;
  for (let attempt = 1; ; attempt++) {
    const leftMs = Math.min(attemptMsMax, giveUpAt - Date.now());
    const { retryAfterMs, ...outcome } = await attemptOf(url, request, leftMs);
    const mayRetry = outcome.status === null || retriedStatuses.has(outcome.status);
    // Jitter: visitors who failed together do not come back together.
    const waitMs = retryAfterMs ?? Math.random() * retryBaseMs * 2 ** attempt;
    if (!mayRetry || attempt === attemptsMax || Date.now() + waitMs >= giveUpAt) return outcome;
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}

async function attemptOf(url, request, timeoutMs) {
  try {
    const response = await fetch(url, { ...request, signal: AbortSignal.timeout(timeoutMs) });
    const { status, headers } = response;
    const text = await response.text();
    const retryAfter = headers.get('retry-after');
    return {
      status,
      messages: status === 400 ? messagesIn(text) : [],
      reason: `${status} (request ${headers.get('x-request-id')})`,
      retryAfterMs: /^\d+$/.test(retryAfter ?? '') ? Number(retryAfter) * 1000 : null,
    };
  } catch (error) {
    return failure(error.name);
  }
}

/** Of an error body; none in the page of a proxy, which is no answer of the service. */
function messagesIn(text) {
  try {
    return [JSON.parse(text)?.message ?? []].flat();
  } catch {
    return [];
  }
}

function failure(reason) {
  return { status: null, messages: [], reason, retryAfterMs: null };
}
