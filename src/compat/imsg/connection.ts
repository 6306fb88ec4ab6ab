/**
 * Finds the service: the one of this Mac, or one elsewhere whose address and key stand in the environment or in a file
 * that only its owner can read.
 */
import { closeSync, constants, fstatSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { errnoOf, hasErrno } from '../../base/errors.ts'
import { homePath } from '../../base/home-path.ts'
import { isObject } from '../../base/json-object.ts'
import { type Client, createClient } from '../../client/client.ts'
import { names } from '../../contract/names.ts'
import type { Surface } from '../../contract/surfaces.ts'
import { hostIn, isLoopback } from '../../domain/access/address.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { ownKeyClient } from '../../local-client/own-key-client.ts'
import { LostResponse } from '../../local-client/proven-fetch.ts'
import { openInAnyFolder, readableByOthers } from '../../store/owned-file.ts'
import { serviceDir } from '../../store/service-dir.ts'

/** The variables that the program reads from its environment. */
export interface ImsgEnvironment {
  home: string
  /** The data folder of the service on this Mac. */
  base: string
  url: string | undefined
  key: string | undefined
  /** The folder for downloaded attachments. */
  attachments: string
}

export function imsgEnvironment(env: NodeJS.ProcessEnv, home: string, platform: NodeJS.Platform): ImsgEnvironment {
  const caches = platform === 'darwin' ? join(home, 'Library', 'Caches') : env.XDG_CACHE_HOME || join(home, '.cache')
  return {
    home,
    base: resolve(env.SERVICE_DIR || join(home, names.baseDirectory)),
    url: env.RELAY_URL || undefined,
    key: env.RELAY_KEY,
    attachments: resolve(env.RELAY_ATTACHMENTS || join(caches, 'relay-imsg')),
  }
}

export interface Connection {
  client: Client
  /** Names the service for people: an address, or the data folder. */
  service: string
  /** Whether the service runs on this machine, so that files can be read where Messages keeps them. */
  isHere: boolean
}

interface Options {
  surface: Surface
  tell(line: string): void
}

export function connect(environment: ImsgEnvironment, { surface, tell }: Options): Connection {
  const { home, base } = environment
  const file = readFile(join(home, '.config', 'relay-imsg.json'))
  if (environment.key?.trim() === '')
    throw new ServiceError('invalid_request', 'RELAY_KEY is set and empty. Put an API key into it, or unset it.')
  const url = environment.url ?? file?.url
  if (url !== undefined) {
    // The key of the file belongs to the address in it.
    const key = environment.key ?? (url === file?.url ? file.key : undefined)
    return { client: remoteClient(url, key, surface), service: url, isHere: false }
  }
  const onNewKey = () =>
    tell(`relay-imsg has made itself a key (read and write), kept in ${homePath(join(base, 'keys', own.name), home)}.`)
  const client = ownKeyClient(serviceDir(base), { own, apiKey: environment.key, surface, onNewKey })
  return { client, service: base, isHere: true }
}

const own = { name: 'relay-imsg', key: { label: 'relay-imsg', scopes: ['read', 'write'] as const } }

function remoteClient(url: string, key: string | undefined, surface: Surface): Client {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new ServiceError('invalid_request', `RELAY_URL is no address such as http://mac.local:8723: ${url}.`)
  const asked = isLoopback(hostIn(new URL(url))) ? unpacked(tellingLost) : tellingLost
  return createClient({ baseUrl: url, surface, fetch: asked, ...(key !== undefined && { key }) })
}

/** Within one machine compressing takes longer than it saves. */
const unpacked =
  (ask: typeof fetch): typeof fetch =>
  (input, init) => {
    const headers = new Headers(init?.headers)
    headers.set('accept-encoding', 'identity')
    return ask(input, { ...init, headers })
  }

/** Failures after which nothing was sent. */
const neverSent = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT']

/** Tells a request that never went out from one whose response was lost, after which a message may have been sent. */
const tellingLost: typeof fetch = async (input, init) => {
  try {
    return await fetch(input, init)
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined
    if (init?.signal?.aborted || hasErrno(cause, ...neverSent) || errnoOf(cause) === undefined) throw error
    throw new LostResponse('The connection to the service was lost before it answered.', { cause: error })
  }
}

interface Kept {
  url?: string
  key?: string
}

/** Throws `unsafe_file` if others can read the file, since it holds a key. */
function readFile(path: string): Kept | undefined {
  let fd: number
  try {
    fd = openInAnyFolder(path, constants.O_RDONLY)
  } catch (error) {
    if (hasErrno(error, 'ENOENT', 'ENOTDIR')) return undefined
    throw error
  }
  try {
    if (readableByOthers(fstatSync(fd)))
      throw new ServiceError('unsafe_file', `${path} can be read by others. Run: chmod 600 ${path}`, { path })
    return keptIn(path, readFileSync(fd, 'utf8'))
  } finally {
    closeSync(fd)
  }
}

function keptIn(path: string, text: string): Kept {
  const wrong = () =>
    new ServiceError('invalid_request', `${path} must hold {"url": "http://mac.local:8723", "key": "svc_…"}.`)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw wrong()
  }
  if (!isObject(value)) throw wrong()
  const { url, key } = value
  if (![url, key].every((each) => each === undefined || typeof each === 'string')) throw wrong()
  return { ...(typeof url === 'string' && { url }), ...(typeof key === 'string' && { key }) }
}
