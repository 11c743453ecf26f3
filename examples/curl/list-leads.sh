#!/bin/sh
# Prints all pages of the leads list: sh list-leads.sh 'status=request&sort=createdAt'
set -eu
: "${VAKWERK_URL:?is the address of the service}" "${VAKWERK_KEY:?is a key with the scope leads:read}"

headers=$(mktemp)
page=$(mktemp)
trap 'rm -f "$headers" "$page"' EXIT
query=${1-}

while :; do
  # The key comes from standard input: on the command line everybody on this machine could read it.
  # Into a file: of attempts that were repeated, only the last one is kept.
  printf 'header = "X-API-Key: %s"\n' "$VAKWERK_KEY" |
    curl -sS --fail-with-body --config - "$VAKWERK_URL/v1/api/leads?$query" \
      --max-time 20 --retry 3 --retry-connrefused --retry-max-time 90 -D "$headers" -o "$page" || {
    code=$?
    cat "$page" >&2
    exit "$code"
  }
  cat "$page"
  echo
  # The service says where the next page is, and says nothing on the last one. Only the query of it is taken: the key
  # goes to $VAKWERK_URL and nowhere else.
  query=$(sed -n 's/^[Ll]ink: <[^>?]*?\([^>]*\)>; rel="next".*/\1/p' "$headers")
  [ -n "$query" ] || break
done
