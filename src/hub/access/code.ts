/** Makes the codes by which a Mac joins: sixty bits in twelve letters that nobody confuses. */
import { createHash, randomInt } from 'node:crypto'

/** The letters of a code leave out I, L, O and U. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const groups = 3
const lettersInGroup = 4

export function newCode(): string {
  const group = () => Array.from({ length: lettersInGroup }, () => letters[randomInt(letters.length)]).join('')
  return Array.from({ length: groups }, group).join('-')
}

/** Takes a code however somebody wrote it: small, without hyphens, with an O for a zero. */
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
