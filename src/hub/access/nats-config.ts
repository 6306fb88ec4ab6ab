/**
 * Writes the configuration of nats-server: `accounts.conf` belongs to the hub and is written anew each time;
 * `nats.conf` belongs to its owner and is written once.
 */
import { join } from 'node:path'
import { writeAtomically } from '../../store/atomic-file.ts'
import { natsFolder } from '../../store/hub-folder.ts'
import { readOwned } from '../../store/owned-file.ts'
import type { HubKeys } from './hub-keys.ts'

export interface NatsConfig {
  /** The file with which nats-server is started. */
  path: string
  /** Whether it was written just now. */
  isNew: boolean
}

export async function writeNatsConfig(
  base: string,
  keys: HubKeys,
  { listen = '127.0.0.1:4222' }: { listen?: string | undefined } = {},
): Promise<NatsConfig> {
  const folder = natsFolder(base)
  writeAtomically(join(folder, 'accounts.conf'), await accountsConfig(folder, keys))
  const path = join(folder, 'nats.conf')
  const isNew = readOwned(path) === undefined
  if (isNew) writeAtomically(path, serverConfig(folder, listen))
  return { path, isNew }
}

const quoted = (text: string): string => JSON.stringify(text)

/** Returns the accounts with which the server starts. The hub itself tells it who was refused since then. */
async function accountsConfig(folder: string, keys: HubKeys): Promise<string> {
  const accounts = {
    system: await keys.systemAccountJwt(),
    hub: await keys.hubAccountJwt(),
    macs: await keys.macsAccountJwt(new Map()),
  }
  const preloaded = (['system', 'hub', 'macs'] as const).map(
    (name) => `  ${keys.idOf(name)}: ${quoted(accounts[name])}`,
  )
  return `# Made by the hub. Changes are lost: nats.conf is yours.
operator: ${quoted(await keys.operatorJwt())}
system_account: ${quoted(keys.idOf('system'))}
resolver { type: full, dir: ${quoted(join(folder, 'accounts'))}, allow_delete: false, interval: "2m" }
resolver_preload {
${preloaded.join('\n')}
}
`
}

const serverConfig = (folder: string, listen: string): string => `# nats-server of the hub. Yours to change.
listen: ${quoted(listen)}
jetstream {
  store_dir: ${quoted(join(folder, 'store'))}
  # Less than the disk has: a full disk is worse than Macs that wait.
  max_file_store: 10GB
}
include "accounts.conf"

# Macs elsewhere connect by TLS only:
# tls { cert_file: "/path/to/fullchain.pem", key_file: "/path/to/privkey.pem" }

# By WebSocket through a proxy that has the certificate, such as one at port 443:
# websocket { listen: "127.0.0.1:8443", no_tls: true }
`
