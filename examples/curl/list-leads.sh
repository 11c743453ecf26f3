#!/bin/sh
# Prints all pages of the leads list: sh list-leads.sh 'status=request&sort=createdAt'
set -eu
: "${VAKWERK_URL:?set it to the URL of the service}" "${VAKWERK_API_KEY:?set it to a key with the scope leads:read}"

headers=$(mktemp)
page=$(mktemp)
trap 'rm -f "$headers" "$page"' EXIT
query=${1-}

while :; do
  # The key goes through standard input: every user of this machine can read command lines.
  # -o keeps only the last attempt's output when curl retries.
  printf 'header = "X-API-Key: %s"\n' "$VAKWERK_API_KEY" |
    curl -sS --fail-with-body --config - "$VAKWERK_URL/v1/api/leads?$query" \
      --max-time 20 --retry 3 --retry-connrefused --retry-max-time 90 -D "$headers" -o "$page" || {
    code=$?
    cat "$page" >&2
    exit "$code"
  }
  cat "$page"
  echo
  # The last page has no Link header. Only the query of the link is used, so the key goes to $VAKWERK_URL and
  # nowhere else.
  query=$(sed -n 's/^[Ll]ink: <[^>?]*?\([^>]*\)>; rel="next".*/\1/p' "$headers")
  [ -n "$query" ] || break
done
