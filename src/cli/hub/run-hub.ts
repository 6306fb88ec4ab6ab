/** Runs the processes of a hub in the foreground: what reads its Macs, what answers, what relays to plugins, or all in one. */
import type { Logger } from '../../contract/log-entry.ts'
import { OpenedResources } from '../../domain/closing.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { openHub } from '../../hub/access/open-hub.ts'
import { Ingest } from '../../hub/ingest/ingest.ts'
import { HubRelay } from '../../hub/relay/hub-relay.ts'
import { runHubWeb } from '../../hub/services/run-hub-web.ts'
import { loadConfig } from '../../store/config-in-force.ts'
import { createLogger } from '../../store/log-file.ts'
import { prepareServiceDir, serviceDir } from '../../store/service-dir.ts'
import { openPackages } from '../foreground/open-packages.ts'

export interface HubProcess {
  base: string
  /** Whether it answers; the port overrides `web.port`. */
  web?: { port?: number | undefined } | undefined
  /** The partitions that it reads; all if undefined. */
  reads?: readonly number[] | undefined
  /** Whether it relays to plugins. */
  relays?: boolean
  tell(line: string): void
}

export interface RunningHub {
  /** Undefined where it does not answer. */
  url: string | undefined
  partitions: readonly number[]
  stop(): Promise<void>
}

/** Throws `hub_unavailable`, `settings_missing`, and what keeps a web process from starting. */
export async function runHub({ base, web, reads, relays = false, tell }: HubProcess): Promise<RunningHub> {
  const dir = serviceDir(base)
  prepareServiceDir(dir)
  const inForce = loadConfig(dir)
  if (inForce.problem !== undefined) throw inForce.problem
  const { hub: settings } = inForce.config
  const log = createLogger({ path: dir.logFile, source: 'hub', settings: () => inForce.config.log })
  const partitions = reads ?? Array.from({ length: settings.partitions }, (_, n) => n)
  const unknown = partitions.find((partition) => partition >= settings.partitions)
  if (unknown !== undefined)
    throw new ServiceError(
      'invalid_request',
      `There is no partition ${unknown}: hub.partitions is ${settings.partitions}.`,
    )
  const opened = new OpenedResources()
  try {
    const hub = opened.use(await openHub({ base, settings, onTrouble: toBoth(log, tell) }))
    const packages = () => openPackages(base)
    const answering = web && opened.use(await runHubWeb({ ...hub, base, packages, ...web }))
    for (const partition of partitions)
      opened.use(new Ingest({ ...hub, partition, log, replicas: settings.nats_replicas }))
    if (relays) opened.use(new HubRelay({ ...hub, base, log }))
    return { url: answering?.url, partitions, stop: () => opened.close() }
  } catch (error) {
    await opened.close().catch(() => undefined)
    throw error
  }
}

const toBoth = (log: Logger, tell: (line: string) => void) => (what: string) => {
  log.warn(what)
  tell(what)
}
