// The text above the operations, for a reader who has a key and no time.
import {
  bodyBytesMax,
  idempotencyHours,
  jsonDepthMax,
  jsonFieldsMax,
  jsonValuesMax,
  messagesMax,
  pageSizeDefault,
  pageSizeMax,
  photoUrlsMax,
  rateWindowSeconds,
  requestsPerMinuteDefault,
} from '#contract/limits.ts';

export const introduction = `
Vakwerk takes in the leads of a trades business and tracks them until the job is done. Websites, form tools and
other programs use this API to send leads and read records back.

Leads and jobs are both **work items**: a lead that becomes a job stays the same record and gets another
\`status\`. Each business has its own **brand**, and a key sees only the records of its brand.

## Getting started

Send your API key in the \`X-API-Key\` header and two fields in a JSON body:

\`\`\`sh
curl -X POST "$VAKWERK_URL/v1/api/leads" \\
  -H "X-API-Key: $VAKWERK_API_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{"customerName":"Jan Jansen","title":"Leaking kitchen tap"}'
\`\`\`

## Keys and scopes

A key has scopes, and each operation names the one it needs; \`full\` grants all of them. Give a key only the
scopes it needs: a website that sends leads needs \`leads:write\`, which reads nothing back. Checks run in this
order: key (401), scope (403), rate limit (429), then the request itself.

## Lists

A list returns \`data\` and \`limit\`, the page size in effect: ${pageSizeDefault} by default and at most
${pageSizeMax}. While there are more records, the response has a \`Link\` header with \`rel="next"\`. Append
its query string, unchanged, to the base URL you already use, so that your key is never sent to another host.
Continue until the header is absent: a page can hold fewer than \`limit\` records, even none, before the last one.
Records added while you page neither shift nor repeat what you read. An unknown parameter is refused with 400
rather than ignored.

## Errors

Every error has the same body: \`statusCode\`, \`message\` and \`error\`. When fields are refused, \`message\`
is an array with one entry per field, which begins with the field's name. It lists at most ${messagesMax} entries,
then the number left out. An unknown path is answered with 404, a method that the path does not support
with 405 and an \`Allow\` header. Every response has an \`X-Request-Id\`; quote it when you ask for help.

The \`Error-Code\` header has the reason: branch on it, not on the message. \`Error-Details\` names each field
with the rule it breaks, as an RFC 9651 list. The guide lists all codes and rules.

## Retries

Reads can be retried freely. Retry a call that creates something only after a network failure, 429 or 5xx.
Back off, wait at least \`Retry-After\`, and send the same \`Idempotency-Key\`: for ${idempotencyHours} hours it
prevents duplicates. A 409 to a call with that key means that the first call is still in progress: retry it
too, after \`Retry-After\`. Do not retry other errors without changing the request.

## Limits

- ${requestsPerMinuteDefault} requests per key in ${rateWindowSeconds} seconds, unless the operator chose another
  limit; \`RateLimit-Policy\` and \`RateLimit\` report the quota and what is left of it.
- A body of ${bodyBytesMax / 1024} KiB, nested at most ${jsonDepthMax} levels deep, with at most
  ${jsonFieldsMax} fields per object and ${jsonValuesMax} fields and items in total; ${photoUrlsMax} photos per lead.
- Each text field states its maximum length.

## Assistants

Chat assistants use the tools at \`POST /mcp\`, in the Model Context Protocol, with the same keys and scopes. The
guide has the configuration.

## Versions

The version is part of the path. Within \`v1\`, fields, parameters and operations are only added, never
removed or changed. Ignore fields you do not know.
`.trim();
