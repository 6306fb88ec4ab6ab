/** Opens what every process of a hub stands on: its keys, PostgreSQL, NATS, and its Macs. */
import type { NatsConnection } from '@nats-io/transport-node'
import { messageOf } from '../../base/errors.ts'
import { atMostEvery } from '../../base/throttle.ts'
import { OpenedResources } from '../../domain/closing.ts'
import { connectNats } from '../../nats/connect.ts'
import { openAuditLog } from '../../store/audit-log.ts'
import { prepareServiceDir, serviceDir } from '../../store/service-dir.ts'
import { type Database, openDatabase } from '../store/database.ts'
import { migrate } from '../store/migrate.ts'
import { Accounts } from './accounts.ts'
import { hubKeys } from './hub-keys.ts'
import { HubMacs } from './hub-macs.ts'

export interface HubOptions {
  /** The folder of the hub. */
  base: string
  postgresUrl: string
  /** Where the hub itself reaches NATS. */
  natsUrl: string
  /** Where Macs do; the same, unless it says so. */
  macsConnectTo?: readonly string[]
  /** Certificates in PEM of who signs those of NATS. */
  ca?: string | null
  partitions?: number
  /** Is told of trouble that passes. */
  onTrouble?: (what: string) => void
}

export interface Hub {
  database: Database
  nats: NatsConnection
  macs: HubMacs
  /** Notes that a second Mac says that it is one that is there; once in a while, since it goes on saying so. */
  onClone(mac: string): void
  close(): Promise<void>
}

const noteCloneMs = 3_600_000

/** Throws `hub_unavailable`. */
export async function openHub(options: HubOptions): Promise<Hub> {
  const { base, natsUrl, macsConnectTo, ca = null, partitions = 1, onTrouble = () => undefined } = options
  const dir = serviceDir(base)
  prepareServiceDir(dir)
  const keys = hubKeys(base)
  const audit = openAuditLog({ path: dir.auditFile })
  const opened = new OpenedResources()
  const cloneNotes = new Map<string, () => boolean>()
  try {
    const database = opened.use(await openDatabase(options.postgresUrl))
    await migrate(database)
    const servers = [natsUrl]
    const accounts = opened.use(
      await Accounts.open({ keys, sql: database, servers, ca }, (error) =>
        onTrouble(`nats-server could not be told which Macs are refused: ${messageOf(error)}`),
      ),
    )
    const credentials = await keys.hubCredentials()
    const nats = opened.use(await connectNats({ servers, ca, credentials, name: 'hub', isPatient: true }))
    const macs = new HubMacs({
      ...{ database, keys, audit, partitions: () => partitions },
      tellAccounts: () => accounts.tell(),
      nats: () => ({ servers: [...(macsConnectTo ?? servers)], ca }),
    })
    return {
      ...{ database, nats, macs },
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
