#!/usr/bin/env bash
# Takes the certificate of SIGNING_CERTIFICATE (PKCS 12 in Base64, opened by SIGNING_PASSWORD) into a keychain of its own,
# where codesign finds it without asking anybody.
set -euo pipefail

keychain="$RUNNER_TEMP/signing.keychain-db"
certificate="$RUNNER_TEMP/certificate.p12"
password="$(openssl rand -hex 32)"
trap 'rm -f "$certificate"' EXIT

(umask 077 && printf '%s' "$SIGNING_CERTIFICATE" | base64 --decode > "$certificate")
security create-keychain -p "$password" "$keychain"
security set-keychain-settings -lut 3600 "$keychain"
security unlock-keychain -p "$password" "$keychain"
security import "$certificate" -P "$SIGNING_PASSWORD" -f pkcs12 -k "$keychain" -T /usr/bin/codesign
# Otherwise macOS asks for the password of the keychain in a window.
security set-key-partition-list -S apple-tool:,apple: -s -k "$password" "$keychain" > /dev/null
# codesign looks through the keychains of this list.
security list-keychains -d user -s "$keychain" login.keychain-db
