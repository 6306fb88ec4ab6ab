/**
 * Makes identifiers that reveal nothing: the same inputs give the same UUID on this installation, and nobody can
 * compute it without the installation's key.
 */
import { createHmac } from 'node:crypto'

/** `purpose` keeps ids of different kinds apart even where their parts are the same. */
export function opaqueId(installKey: Uint8Array, purpose: string, parts: readonly string[]): string {
  const digest = createHmac('sha256', installKey)
    .update(JSON.stringify([purpose, ...parts]))
    .digest()
  return asUuid(digest)
}

/** Version 8 of RFC 9562 allows custom bits. */
function asUuid(digest: Buffer): string {
  const bytes = Buffer.from(digest.subarray(0, 16))
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
