#!/bin/sh
# Creates a lead from a JSON file: sh create-lead.sh lead.json
set -eu
: "${VAKWERK_URL:?set it to the URL of the service}" "${VAKWERK_API_KEY:?set it to a key with the scope leads:write}"
file=${1:?name the file with the lead}

# The Idempotency-Key is a hash of the content: running the script again creates no second lead.
fingerprint=$({ sha256sum "$file" 2>/dev/null || shasum -a 256 "$file"; } | cut -d ' ' -f 1)
answer=$(mktemp)
trap 'rm -f "$answer"' EXIT

# The key goes through standard input: every user of this machine can read command lines.
status=$(
  printf 'header = "X-API-Key: %s"\n' "$VAKWERK_API_KEY" |
    curl -sS --config - "$VAKWERK_URL/v1/api/leads" \
      --max-time 20 --retry 3 --retry-all-errors --retry-max-time 90 \
      -H 'Content-Type: application/json' \
      -H "Idempotency-Key: $fingerprint" \
      --data-binary "@$file" \
      -o "$answer" -w '%{http_code}'
) || true

if [ "$status" = 201 ]; then
  cat "$answer"
  echo
else
  echo "The lead was not confirmed ($status):" >&2
  cat "$answer" >&2
  echo >&2
  # Curl does not retry 409 by itself.
  [ "$status" != 409 ] || echo 'The same lead is still being created: run this again in a moment.' >&2
  exit 1
fi
