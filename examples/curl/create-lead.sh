#!/bin/sh
# Makes a lead of a JSON file: sh create-lead.sh lead.json
set -eu
: "${VAKWERK_URL:?is the address of the service}" "${VAKWERK_KEY:?is a key with the scope leads:write}"
file=${1:?name the file with the lead}

# The same content is the same lead, also when this script is run again because nobody knows how it ended.
fingerprint=$({ sha256sum "$file" 2>/dev/null || shasum -a 256 "$file"; } | cut -d ' ' -f 1)
answer=$(mktemp)
trap 'rm -f "$answer"' EXIT

# The key comes from standard input: on the command line everybody on this machine could read it.
status=$(
  printf 'header = "X-API-Key: %s"\n' "$VAKWERK_KEY" |
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
  echo "No lead is known to have been made ($status):" >&2
  cat "$answer" >&2
  echo >&2
  # Curl does not repeat this one by itself.
  [ "$status" != 409 ] || echo 'The same lead is still being made: run this again in a moment.' >&2
  exit 1
fi
