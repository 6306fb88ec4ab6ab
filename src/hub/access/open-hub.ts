/** Opens what every process of a hub needs: its keys, PostgreSQL, NATS, and its Macs. */
import { readFileSync } from 'node:fs'
import type { NatsConnection } from '@nats-io/transport-node'
import { messageOf } from '../../base/errors.ts'
import { atMostEvery } from '../../base/throttle.ts'
import type { Config } from '../../contract/config.ts'
import { OpenedResources } from '../../domain/closing.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { connectNats } from '../../nats/connect.ts'
import { type AuditLog, openAuditLog } from '../../store/audit-log.ts'
import { prepareServiceDir, serviceDir } from '../../store/service-dir.ts'
import type { Settings } from '../../store/settings.ts'
import { type Database, openDatabase } from '../store/database.ts'
import { migrate } from '../store/migrate.ts'
import { Accounts } from './accounts.ts'
import { type HubKeys, hubKeys } from './hub-keys.ts'
import { HubLines } from './hub-lines.ts'
import { HubMacs } from './hub-macs.ts'
import { requireJetStream, requirePostgres } from './server-versions.ts'

export interface HubOptions {
  /** The folder of the hub. */
  base: string
  settings: Config['hub']
  /** A database to use instead of that of the settings; it is closed with the hub. */
  database?: Database | undefined
  /** Called about trouble that does not keep the hub from running. */
  onTrouble?: (what: string) => void
}

export interface Hub {
  database: Database
  nats: NatsConnection
  macs: HubMacs
  /** Records that a second Mac uses the identity of a connected one. This is limited, since that Mac keeps trying. */
  onClone(mac: string): void
  close(): Promise<void>
}

const noteCloneMs = 3_600_000

/** Throws `hub_unavailable` and `settings_missing`. */
export async function openHub({
  base,
  settings,
  database: given,
  onTrouble = () => undefined,
}: HubOptions): Promise<Hub> {
  const opened = new OpenedResources()
  const cloneNotes = new Map<string, () => boolean>()
  try {
    const ground = await openGround({ base, settings, database: given }, opened)
    const { database, keys, audit, servers, ca } = ground
    const accounts = opened.use(
      await Accounts.open({ keys, sql: database, servers, ca }, (error) => onTrouble(notTold(error))),
    )
    const credentials = await keys.hubCredentials()
    const nats = opened.use(await connectNats({ servers, ca, credentials, name: 'hub', isPatient: true }))
    requireJetStream(nats, onTrouble)
    return {
      database,
      nats,
      macs: macsOver(ground, settings, { tellAccounts: () => accounts.tell(), onTrouble }),
      onClone(mac) {
        const isDue = cloneNotes.get(mac) ?? atMostEvery(noteCloneMs)
        cloneNotes.set(mac, isDue)
        if (isDue()) audit.append({ action: 'mac_cloned', principal: `mac:${mac}`, target: mac, result: 'refused' })
      },
      close: () => opened.close(),
    }
  } catch (error) {
    await opened.close().catch(() => undefined)
    throw error
  }
}

/**
 * Opens the Macs and lines of a hub for one command, which connects to nats-server only if it has to be told something.
 */
export async function openHubMacs({
  base,
  settings,
  grants,
  onTrouble = () => undefined,
}: HubOptions & { grants: Pick<Settings, 'change'> }): Promise<HubOfCommand> {
  const opened = new OpenedResources()
  try {
    const ground = await openGround({ base, settings }, opened)
    const { keys, database: sql, audit, servers, ca } = ground
    const tellAccounts = async () => (await Accounts.open({ keys, sql, servers, ca }, () => undefined)).stop()
    return {
      macs: macsOver(ground, settings, { tellAccounts, onTrouble }),
      lines: new HubLines({ database: sql, audit, settings: grants }),
      close: () => opened.close(),
    }
  } catch (error) {
    await opened.close().catch(() => undefined)
    throw error
  }
}

export interface HubOfCommand {
  macs: HubMacs
  lines: HubLines
  close(): Promise<void>
}

interface Ground {
  keys: HubKeys
  audit: AuditLog
  database: Database
  servers: string[]
  ca: string | null
}

async function openGround(
  { base, settings, database: given }: Pick<HubOptions, 'base' | 'settings' | 'database'>,
  opened: OpenedResources,
): Promise<Ground> {
  const dir = serviceDir(base)
  prepareServiceDir(dir)
  const ca = settings.nats_ca_file === null ? null : certificatesIn(settings.nats_ca_file)
  const database = opened.use(given ?? (await openDatabase(settings.postgres_url)))
  await requirePostgres(database)
  await migrate(database)
  // The file with the keys makes a folder that of a hub, so it must not be created in other folders.
  const keys = hubKeys(base)
  return { keys, audit: openAuditLog({ path: dir.auditFile }), database, servers: [settings.nats_url], ca }
}

const macsOver = (
  { keys, audit, database, servers, ca }: Ground,
  { macs_connect_to: told, partitions }: Config['hub'],
  { tellAccounts, onTrouble }: { tellAccounts(): Promise<void>; onTrouble(what: string): void },
): HubMacs =>
  new HubMacs({
    database,
    keys,
    audit,
    partitions: () => partitions,
    tellAccounts: () => tellAccounts().catch((error: unknown) => onTrouble(notTold(error))),
    nats: () => ({ servers: told.length > 0 ? told : servers, ca }),
  })

const notTold = (error: unknown): string =>
  `nats-server was not told yet which Macs are refused, and is when it is back. The hub refuses them already. (${messageOf(error)})`

/** Reads certificates. Throws `hub_unavailable`. */
export function certificatesIn(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new ServiceError(
      'hub_unavailable',
      `The certificates of hub.nats_ca_file cannot be read: ${messageOf(error)}.`,
    )
  }
}
