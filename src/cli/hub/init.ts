/** `service hub init`: makes the folder of a hub, with its keys, its settings and the configuration of nats-server. */
import { existsSync } from 'node:fs'
import type { Config } from '../../contract/config.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { hubKeys } from '../../hub/access/hub-keys.ts'
import { writeNatsConfig } from '../../hub/access/nats-config.ts'
import { saveConfig } from '../../store/config-file.ts'
import { prepareServiceDir, serviceDir } from '../../store/service-dir.ts'

/** Differs from the port of a Mac's service on the same machine. */
const usualPort = 8724

export interface HubChoices {
  postgres?: string | undefined
  nats?: string | undefined
  listen?: string | undefined
  macsConnectTo?: readonly string[] | undefined
  natsCa?: string | undefined
}

export interface MadeHub {
  folder: string
  natsConfig: string
  isNew: boolean
}

/** Makes the hub. Existing files stay: keys are never replaced, and only the chosen settings change. */
export async function makeHub(base: string, choices: HubChoices): Promise<MadeHub> {
  const dir = serviceDir(base)
  prepareServiceDir(dir)
  const { path, isNew } = await writeNatsConfig(base, hubKeys(base), { listen: choices.listen })
  const isFirst = !existsSync(dir.configFile)
  saveConfig(dir.configFile, { hub: chosen(choices), ...(isFirst && { web: { port: usualPort } }) })
  return { folder: base, natsConfig: path, isNew }
}

const chosen = ({ postgres, nats, macsConnectTo, natsCa }: HubChoices): Partial<Config['hub']> => ({
  ...(postgres !== undefined && { postgres_url: postgres }),
  ...(nats !== undefined && { nats_url: nats }),
  ...(macsConnectTo !== undefined && { macs_connect_to: [...macsConnectTo] }),
  ...(natsCa !== undefined && { nats_ca_file: natsCa }),
})

/** Everyone on this machine can read the arguments of a command. Throws `invalid_request`. */
export function requireNoPassword(url: string): void {
  if ((URL.parse(url)?.password ?? '') === '') return
  throw new ServiceError(
    'invalid_request',
    'A password does not belong into a command. Give the address on standard input, with --postgres -.',
  )
}
