/**
 * Connects commands to the web process of this data folder, with the key that it requires, once it has proven its
 * identity.
 */
import { join } from 'node:path'
import { homePath } from '../base/home-path.ts'
import type { Client } from '../client/client.ts'
import { names } from '../contract/names.ts'
import { ServiceError } from '../domain/service-error.ts'
import { localClient } from '../local-client/local-client.ts'
import { type OwnKey, ownKeyClient } from '../local-client/own-key-client.ts'
import { loadConfig } from '../store/config-in-force.ts'
import { heldKey, renameKeptKey } from '../store/kept-key.ts'
import { serviceDir } from '../store/service-dir.ts'
import type { Environment } from './environment.ts'

const surface = 'terminal'
const own = { name: 'command-line', key: { label: 'command line', scopes: ['read', 'write'] as const } }
const owner = { name: 'owner', key: { label: 'command line: owner', scopes: ['read', 'admin'] as const } }

const toPerson = (line: string): void => void process.stderr.write(`${line}\n`)

/**
 * Creates a key of its own the first time that one is needed, and says so to the person at the terminal. A key from the
 * environment also goes to the service of this data folder only.
 */
export const webClient = (environment: Environment): Client => clientWith(own, environment)

/** Does what only an owner may do, such as releasing messages that wait, with a second key. */
export function ownerClient(environment: Environment): Client {
  renameKeptKey(serviceDir(environment.base), 'outbox', owner.name)
  return clientWith(owner, environment)
}

function clientWith(one: OwnKey, { home, base, apiKey }: Environment): Client {
  const { name, key } = one
  const made = `The command line has made itself a key (${key.scopes.join(' and ')}), kept in ${homePath(join(base, 'keys', name), home)}.`
  return ownKeyClient(serviceDir(base), { own: one, apiKey, surface, onNewKey: () => toPerson(made) })
}

/** Serves commands that change nothing. Throws `unauthenticated` if a key is required and the command line has none. */
export function webClientWithoutNewKey({ base, apiKey }: Environment): Client {
  const dir = serviceDir(base)
  const { auth } = loadConfig(dir).config
  const isOpen = auth.password_hash === null
  const key = apiKey ?? (isOpen ? undefined : heldKey(dir, own.name))
  if (key !== undefined || isOpen) return localClient(dir, { key, surface })
  throw new ServiceError(
    'unauthenticated',
    `The web process wants an API key, and the command line has none yet. To make one, run: ${names.command} search hello`,
  )
}
