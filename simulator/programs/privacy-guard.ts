/**
 * Stands in for the kernel, which refuses a program without Full Disk Access to open Messages' files: loaded into a
 * process before its own code, and asked at each opening, so that a grant counts at once.
 */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import sqlite from 'node:sqlite'
import { addressBookFolder, messagesFolder } from '../paths.ts'
import { hasFullDiskAccess } from '../privacy/full-disk-access.ts'
import { signedProgram } from './signing/signature.ts'

const home = process.env.SIMULATOR_GUARDED_HOME ?? ''
/** macOS looks at the code as it was when the process began. */
const program = signedProgram(process.execPath)
const guarded = [messagesFolder(home), addressBookFolder(home)]

const isRefused = (path: unknown): boolean =>
  guarded.some((folder) => String(path).startsWith(folder)) &&
  (program === undefined || !hasFullDiskAccess(home, program))

const { DatabaseSync } = sqlite
sqlite.DatabaseSync = class extends DatabaseSync {
  constructor(...[path, ...rest]: ConstructorParameters<typeof DatabaseSync>) {
    if (isRefused(path))
      throw Object.assign(new Error('authorization denied'), { code: 'ERR_SQLITE_ERROR', errcode: 23 })
    super(path, ...rest)
  }
}

function guard(name: 'openSync' | 'readdirSync' | 'readFileSync'): void {
  const whole = fs[name] as (...args: unknown[]) => unknown
  const guardedCall = (...args: unknown[]): unknown => {
    if (isRefused(args[0]))
      throw Object.assign(new Error(`EPERM: operation not permitted, ${name} '${args[0]}'`), { code: 'EPERM' })
    return whole(...args)
  }
  Object.assign(fs, { [name]: guardedCall })
}

for (const name of ['openSync', 'readdirSync', 'readFileSync'] as const) guard(name)
syncBuiltinESMExports()
