/** Lets this Mac join a hub, and leave it. */
import { existsSync, rmSync } from 'node:fs'
import type { UplinkIdentity } from '../../contract/mac.ts'
import { names } from '../../contract/names.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { loadConfig } from '../../store/config-in-force.ts'
import { dropKey, exactKey } from '../../store/kept-key.ts'
import { prepareServiceDir, serviceDir } from '../../store/service-dir.ts'
import { forgetIdentity, hasJoined, readIdentity, uplinkKey, writeIdentity } from '../../store/uplink-file.ts'
import { joinHub } from '../../uplink/join.ts'
import { installAgents, requireDone } from '../agents/install.ts'
import { definitionFile, isLoaded, launchdIfHere } from '../agents/launchd.ts'
import type { Environment } from '../environment.ts'

export interface JoinedHub {
  identity: UplinkIdentity
  /** Whether launchd starts the uplink from now on. */
  isStarted: boolean
}

export interface Joining {
  address: string
  code: string
  /** Whether the hub may only read. */
  isReadOnly: boolean
}

/** Throws `already_joined`, `no_password`, and what the hub answers. */
export async function joinHere(environment: Environment, { address, code, isReadOnly }: Joining): Promise<JoinedHub> {
  const dir = serviceDir(environment.base)
  prepareServiceDir(dir)
  requireNone(environment)
  // Without a password a key would limit nothing: everyone on this Mac may do everything then.
  if (loadConfig(dir).config.auth.password_hash === null)
    throw new ServiceError('no_password', 'Without a password this Mac could not limit what its hub may do.')
  const identity = await joinHub(address, code)
  const { host } = new URL(identity.hub)
  exactKey(dir, {
    name: uplinkKey,
    label: `hub ${host}`,
    scopes: isReadOnly ? ['read'] : ['read', 'write'],
    days: undefined,
    // Limits set by the owner are kept.
    grant: (before) => before,
  })
  writeIdentity(dir, identity)
  const launchd = launchdIfHere(environment)
  const isStarted = launchd !== undefined && existsSync(definitionFile(environment.home, 'bridge'))
  if (isStarted) await installAgents(environment, launchd)
  return { identity, isStarted }
}

/** Throws `already_joined`. */
export function requireNone({ base }: Pick<Environment, 'base'>): void {
  const dir = serviceDir(base)
  if (!hasJoined(dir)) return
  const { hub } = readIdentity(dir)
  throw new ServiceError('already_joined', `This Mac belongs to ${hub}.`)
}

/** Returns the hub that it has left. Throws `not_joined`. */
export async function leaveHere(environment: Environment): Promise<string> {
  const dir = serviceDir(environment.base)
  const { hub } = readIdentity(dir)
  const file = definitionFile(environment.home, 'uplink')
  const launchd = launchdIfHere(environment)
  const label = names.launchAgents.uplink
  if (launchd !== undefined && isLoaded(await launchd.stateOf(label))) requireDone(await launchd.unload(label), file)
  rmSync(file, { force: true })
  forgetIdentity(dir)
  dropKey(dir, uplinkKey)
  return hub
}
