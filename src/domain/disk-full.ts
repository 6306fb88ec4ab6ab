/** Recognises errors of Node or SQLite that mean the disk is full. */

const sqliteFull = 13
const nodeCodes: readonly unknown[] = ['ENOSPC', 'EDQUOT']

export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && nodeCodes.includes(error.code)) ||
    ('errcode' in error && (Number(error.errcode) & 0xff) === sqliteFull))
