/**
 * Determines what a caller of the tools may do and through which client, and for `service mcp` the key for the web
 * process with its scopes. Both are read anew for each call, so that a change needs no restart.
 */
import type { Client } from '../client/client.ts'
import type { ActionName } from '../contract/endpoints.ts'
import type { Grant } from '../contract/grant.ts'
import { names } from '../contract/names.ts'
import type { Scope } from '../contract/scopes.ts'
import { ServiceError } from '../domain/service-error.ts'
import { localClient } from '../local-client/local-client.ts'
import { apiKeyOf } from '../store/api-keys.ts'
import { openAuditLog } from '../store/audit-log.ts'
import { loadConfig } from '../store/config-in-force.ts'
import { heldKey } from '../store/kept-key.ts'
import { serviceDir } from '../store/service-dir.ts'
import { SendLimit } from './send-limit.ts'

export const keyName = 'mcp'

export interface McpAccess {
  client: Client
  scopes: readonly Scope[]
  /** The grant of the key; null if it is not limited. */
  grant: Grant | null
  /** Tells what the service answers, of which a hub lacks some; everything if it is left out. */
  answers?(endpoint: ActionName): boolean
  /** Records in the audit log that a send was refused. */
  refused(target: string): void
  sendLimit: SendLimit
  /** Says how a key that may only read is allowed to send. */
  howToAllow: string
}

export interface AccessOptions {
  base: string
  /** Replaces the key that `--setup` made. */
  apiKey: string | undefined
  /** Wraps the `fetch` that reaches the service. */
  around(fetch: typeof globalThis.fetch): typeof globalThis.fetch
}

/** The function that it returns throws the error that makes config.json or the key unusable. */
export function accessOf({ base, apiKey, around }: AccessOptions): () => Promise<McpAccess> {
  const sendLimit = new SendLimit()
  const dir = serviceDir(base)
  const refused = (target: string) =>
    openAuditLog({ path: dir.auditFile }).append({ action: 'sent', principal: 'mcp', target, result: 'refused' })
  return async () => {
    if (apiKey?.trim() === '')
      throw new ServiceError(
        'unauthenticated',
        'SERVICE_API_KEY is set and empty: it has to hold a key or be left out.',
      )
    const { auth, hub } = loadConfig(dir).config
    const key = apiKey ?? heldKey(dir, keyName)
    const client = localClient(dir, { key, surface: 'tools', around })
    const answers = hub.postgres_url === '' ? undefined : await answersOf(client)
    const common = { client, refused, sendLimit, howToAllow, ...(answers && { answers }) }
    if (key !== undefined) {
      const stored = apiKeyOf(key, auth.api_keys, Date.now())
      return { ...common, scopes: stored?.scopes ?? onlyReading, grant: stored?.grant ?? null }
    }
    return { ...common, grant: null, scopes: auth.password_hash === null ? everything : onlyReading }
  }
}

/** A hub that does not run is asked again: until then every tool is listed, and says so when it is called. */
async function answersOf(client: Pick<Client, 'version'>): Promise<McpAccess['answers']> {
  const { answers } = await client.version().catch(() => ({ answers: undefined }))
  return answers && ((endpoint) => answers.includes(endpoint))
}

const howToAllow = `\`${names.command} mcp --setup --write\` in a terminal allows it.`
/** The reading tools are listed even for an invalid key, so that they can say what to do. */
const onlyReading: readonly Scope[] = ['read']
/** The permissions of everyone on this Mac while no password is set. */
const everything: readonly Scope[] = ['read', 'write']
