/** Makes the codes with which Macs join: sixty bits in twelve letters that are hard to confuse. */
import { createHash, randomInt } from 'node:crypto'

/** The letters of a code leave out I, L, O and U. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const groups = 3
const lettersInGroup = 4

export function newCode(): string {
  const group = () => Array.from({ length: lettersInGroup }, () => letters[randomInt(letters.length)]).join('')
  return Array.from({ length: groups }, group).join('-')
}

/** Hashes a code in whichever way it was typed: in lower case, without hyphens, with an O for a zero. */
export const hashOfCode = (written: string): string =>
  createHash('sha256')
    .update(
      written
        .toUpperCase()
        .replaceAll('O', '0')
        .replace(/[IL]/g, '1')
        .replace(/[^0-9A-Z]/g, ''),
    )
    .digest('hex')
