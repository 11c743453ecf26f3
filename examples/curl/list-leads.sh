#!/bin/sh
# Prints all pages of the leads list: sh list-leads.sh 'status=request&sort=createdAt'
set -eu
: "${VAKWERK_URL:?is the address of the service}" "${VAKWERK_KEY:?is a key with the scope leads:read}"

headers=$(mktemp)
trap 'rm -f "$headers"' EXIT
next="$VAKWERK_URL/v1/api/leads?${1-}"

# The service says where the next page is, and says nothing on the last one.
while [ -n "$next" ]; do
  # The key comes from standard input: on the command line everybody on this machine could read it.
  printf 'header = "X-API-Key: %s"\n' "$VAKWERK_KEY" |
    curl -sS --fail-with-body --config - "$next" --max-time 20 --retry 3 --retry-connrefused -D "$headers"
  echo
  next=$(sed -n 's/^[Ll]ink: <\([^>]*\)>; rel="next".*/\1/p' "$headers")
done
