/** Keeps who this Mac is on its hub (state/uplink.json), and how its uplink fares (state/uplink_status.json). */
import { rmSync } from 'node:fs'
import type { Static, TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { UplinkIdentity, UplinkStatus } from '../contract/mac.ts'
import { ServiceError } from '../domain/service-error.ts'
import { writeAtomically } from './atomic-file.ts'
import { readOwned } from './owned-file.ts'
import { readPid } from './process-lock.ts'
import type { ServiceDir } from './service-dir.ts'

/** Name of the API key by which the uplink asks this Mac. The owner can limit, pause or revoke it like any other. */
export const uplinkKey = 'uplink'

export const hasJoined = ({ uplinkFile }: ServiceDir): boolean => readOwned(uplinkFile) !== undefined

/** Throws `not_joined`. */
export function readIdentity({ uplinkFile }: ServiceDir): UplinkIdentity {
  const identity = readAs(UplinkIdentity, uplinkFile)
  if (identity !== undefined) return identity
  throw new ServiceError('not_joined', 'This Mac belongs to no hub.')
}

export const writeIdentity = ({ uplinkFile }: ServiceDir, identity: UplinkIdentity): void =>
  writeAtomically(uplinkFile, `${JSON.stringify(identity, null, 2)}\n`)

export function forgetIdentity({ uplinkFile, uplinkStatusFile }: ServiceDir): void {
  for (const path of [uplinkFile, uplinkStatusFile]) rmSync(path, { force: true })
}

export const writeUplinkStatus = ({ uplinkStatusFile }: ServiceDir, status: UplinkStatus): void =>
  writeAtomically(uplinkStatusFile, `${JSON.stringify(status)}\n`)

/** Undefined while no uplink runs. */
export function readUplinkStatus({ uplinkPidFile, uplinkStatusFile }: ServiceDir): UplinkStatus | undefined {
  const status = readAs(UplinkStatus, uplinkStatusFile)
  return status !== undefined && status.pid === readPid(uplinkPidFile) ? status : undefined
}

function readAs<S extends TSchema>(schema: S, path: string): Static<S> | undefined {
  try {
    const read: unknown = JSON.parse(String(readOwned(path)))
    return Value.Check(schema, read) ? read : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
