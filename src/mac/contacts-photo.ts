/** Reads a contact's photo from the store, or from the file beside it that the store names. */
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readPhotoColumn } from './contacts-store.ts'

const embedded = 0x01
const external = 0x02
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Returns the bytes of a JPEG or PNG. */
export function readPhoto(store: string, id: number): Uint8Array | undefined {
  const stored = readPhotoColumn(store, id)
  if (stored?.[0] === embedded) return stored.subarray(1)
  return stored?.[0] === external ? readExternal(store, stored.subarray(1)) : undefined
}

function readExternal(store: string, nameBytes: Uint8Array): Uint8Array | undefined {
  const name = Buffer.from(nameBytes).toString('latin1').replace(/\0.*$/s, '')
  // Accepts only a bare name, since a path could lead anywhere.
  if (!uuid.test(name)) return undefined
  return readPicture(join(dirname(store), '.AddressBook-v22_SUPPORT', '_EXTERNAL_DATA', name))
}

const maxBytes = 20 * 1024 * 1024

/** Follows no link, and does not block on a pipe. */
function readPicture(path: string): Uint8Array | undefined {
  let fd: number | undefined
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    const stats = fstatSync(fd)
    return stats.isFile() && stats.size <= maxBytes ? readFileSync(fd) : undefined
  } catch {
    return undefined
  } finally {
    if (fd !== undefined) closeSync(fd)
  }
}
