/** Reads what is thrown: its message, the code that Node gives to a failed system call, and whether the disk is full. */

/** Anything can be thrown; only an `Error` has a message of its own. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Returns a code such as `ENOENT`; undefined where the error has none. */
export const errnoOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

export const hasErrno = (error: unknown, ...codes: string[]): boolean => codes.includes(errnoOf(error) ?? '')

const sqliteFull = 13
/** The codes of Node, and the one of PostgreSQL. */
const fullCodes: readonly unknown[] = ['ENOSPC', 'EDQUOT', '53100']

/** Recognises errors of Node, SQLite or PostgreSQL that mean the disk is full. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && fullCodes.includes(error.code)) ||
    ('errcode' in error && (Number(error.errcode) & 0xff) === sqliteFull))
