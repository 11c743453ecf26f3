// The text before the operations, for a reader who has a key and no time.
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
Vakwerk takes in the leads of a trades business and follows them until the job is done. This interface is
how websites, form tools and other programs hand leads over and read the records back.

Leads and jobs are both **work items**: a lead that becomes a job stays the same record and gets another
\`status\`. Each business has a **brand** of its own, and a key sees the records of its own brand only.

## Getting started

Send your API key in the \`X-API-Key\` header and two fields in a JSON body:

\`\`\`sh
curl -X POST "$VAKWERK_URL/v1/api/leads" \\
  -H "X-API-Key: $VAKWERK_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{"customerName":"Jan Jansen","title":"Leaking kitchen tap"}'
\`\`\`

## Keys and scopes

A key has scopes, and every operation names the one it needs; the scope \`full\` stands for all of them.
Give a key no more than its task asks for: a website that sends leads needs \`leads:write\` and can then
read nothing back. The key is checked first (401), then its scope (403) and its rate (429), and only after
them the request itself.

## Lists

A list answers \`data\` and \`limit\`, the page size in effect: ${pageSizeDefault} unless you ask for another,
and never more than ${pageSizeMax}. While there is more, the answer has a \`Link\` header with
\`rel="next"\`. Take its query as it is, behind the address that you know, until the header is gone: so the
key goes nowhere else. A page may hold fewer than \`limit\`, even none, and still lead on. Records that are added meanwhile neither shift nor
repeat what you read. A parameter that the list does not know is refused with 400 rather than ignored.

## Errors

Every error has the same body: \`statusCode\`, \`message\` and \`error\`. When fields are refused, \`message\`
is an array with one entry for each, which begins with the field's name; of more than ${messagesMax} the first are
told, then how many more there are. A path that does not exist is
answered with 404, a method that a path does not take with 405 and an \`Allow\` header. Every answer has an
\`X-Request-Id\`; quote it when you ask for help.

## Trying again

Reading may be repeated at will. Repeat a call that creates something only after a network failure, 429 or
5xx, wait longer each time (at least as long as \`Retry-After\` says), and send the same \`Idempotency-Key\` as
the first time: for ${idempotencyHours} hours it makes sure that nothing is made twice. A 409 to a call
with such a key says that the first one is still under way: repeat it too, after \`Retry-After\`. Other errors
stay the same until the request changes.

## Limits

- ${requestsPerMinuteDefault} requests in ${rateWindowSeconds} seconds for each key, unless the operator
  chose otherwise; \`RateLimit-Policy\` and \`RateLimit\` tell where you stand.
- A body of ${bodyBytesMax / 1024} KiB, nested at most ${jsonDepthMax} levels deep, with at most
  ${jsonFieldsMax} fields in an object and ${jsonValuesMax} fields and items in all; ${photoUrlsMax} photos with a lead.
- The length of every text is given with its field.

## Versions

The version is part of the path. Within \`v1\` fields, parameters and operations are added and never taken
away or changed, so read answers tolerantly: a field you do not know is no error.
`.trim();
