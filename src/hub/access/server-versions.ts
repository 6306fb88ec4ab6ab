/** Decides which versions of PostgreSQL and nats-server a hub can use. */
import type { NatsConnection } from '@nats-io/transport-node'
import { ServiceError } from '../../domain/service-error.ts'
import type { Sql } from '../store/database.ts'

/** The oldest version that was tried. */
const oldestPostgres = 15
/** The first version that puts the names of Macs into their permissions. */
const oldestNats = [2, 9]
/** Older versions get no corrections any more: they are for trying things out and for tests. */
const supportedNats = [2, 12]

/** Throws `hub_unavailable` for a version that is too old. */
export async function requirePostgres(sql: Sql): Promise<void> {
  const [row] = await sql.query<{ version: string }>("SELECT current_setting('server_version') AS version")
  const version = row?.version ?? ''
  if (Number.parseInt(version, 10) >= oldestPostgres) return
  throw new ServiceError('hub_unavailable', `PostgreSQL is ${version}; a hub needs ${oldestPostgres} or newer.`)
}

/** Throws `hub_unavailable` for a version that cannot be used, and reports one that is merely old. */
export function requireJetStream({ info }: Pick<NatsConnection, 'info'>, onTrouble: (what: string) => void): void {
  const version = info?.version ?? ''
  if (isOlder(version, oldestNats))
    throw new ServiceError(
      'hub_unavailable',
      `nats-server is ${version}; a hub needs ${written(supportedNats)} or newer.`,
    )
  if (info?.jetstream !== true)
    throw new ServiceError(
      'hub_unavailable',
      'nats-server runs without JetStream. Start it with the nats.conf that `service hub init` has made.',
    )
  if (isOlder(version, supportedNats))
    onTrouble(`nats-server ${version} is for trying a hub only: for real use take ${written(supportedNats)} or newer`)
}

function isOlder(version: string, [major = 0, minor = 0]: readonly number[]): boolean {
  const [ownMajor = 0, ownMinor = 0] = version.split('.').map(Number)
  return ownMajor < major || (ownMajor === major && ownMinor < minor)
}

const written = (version: readonly number[]): string => version.join('.')
