#!/usr/bin/env bash
# Has Apple look through each zip that is named, with the key of NOTARY_KEY (a .p8 file in Base64), NOTARY_KEY_ID and
# NOTARY_ISSUER, and fails unless each is accepted.
set -euo pipefail

key="$(mktemp -d)/key.p8"
trap 'rm -rf "$(dirname "$key")"' EXIT
printf '%s' "$NOTARY_KEY" | base64 --decode > "$key"

for zip in "$@"; do
  answer="$(xcrun notarytool submit "$zip" --key "$key" --key-id "$NOTARY_KEY_ID" --issuer "$NOTARY_ISSUER" \
    --wait --timeout 30m --output-format json)"
  printf '%s: %s\n' "$zip" "$answer"
  # notarytool ends well for what Apple has refused, too.
  grep -q '"status" *: *"Accepted"' <<< "$answer"
done
