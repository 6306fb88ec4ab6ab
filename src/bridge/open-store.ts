/** Opens the files of a relay: the lock first, then settings, log and databases; every repair is logged. */
import type { Logger, LogLevel } from '../contract/log-entry.ts'
import { enabledByFirstStart } from '../domain/plugin-configuration.ts'
import type { SendLedger } from '../sending/ledger/ledger.ts'
import { openSendLedger } from '../sending/ledger/open.ts'
import { openStatusFile, type StatusFile } from '../store/bridge-status.ts'
import { loadConfig } from '../store/config-in-force.ts'
import { type Heartbeat, openHeartbeat, readHeartbeat } from '../store/heartbeat.ts'
import { installKey } from '../store/install-key.ts'
import { openJournal } from '../store/journal/open.ts'
import { createLogger } from '../store/log-file.ts'
import { acquireProcessLock } from '../store/process-lock.ts'
import { prepareServiceDir, type ServiceDir, serviceDir } from '../store/service-dir.ts'
import { openSettings, type Settings } from '../store/settings.ts'
import { type DebugMirror, debugMirror } from './debug-mirror.ts'

/** The files that every relay has, the bridge of a Mac and that of a hub. */
export interface RelayStore {
  dir: ServiceDir
  log: Logger
  settings: Settings
  journal: ReturnType<typeof openJournal>['db']
  installKey: Uint8Array
  mirror: DebugMirror
  heartbeat: Heartbeat
  /** Unix milliseconds when a bridge last ran here. */
  lastAliveMs: number | undefined
  status: StatusFile
  close(): void
}

export interface BridgeStore extends RelayStore {
  ledger: SendLedger
}

/** Throws what `openRelayStore` throws. */
export function openStore(base: string, logLevel: LogLevel | undefined): BridgeStore {
  const store = openRelayStore({ base, source: 'bridge', logLevel })
  try {
    const ledger = openSendLedger({
      path: store.dir.echoLogFile,
      onQuarantine: ({ path }) => store.log.error(`echo_log.db was damaged; it lies at ${path}`),
    })
    return {
      ...store,
      ledger,
      close() {
        ledger.close()
        store.close()
      },
    }
  } catch (error) {
    store.close()
    throw error
  }
}

interface RelayStoreOptions {
  base: string
  /** The name of this process in entries of the log. */
  source: string
  logLevel?: LogLevel | undefined
}

/**
 * Throws `already_running`, `config_exposed`, `unsafe_file`, `journal_newer`, and `config_invalid` when no valid
 * settings were ever known.
 */
export function openRelayStore({ base, source, logLevel }: RelayStoreOptions): RelayStore {
  const dir = serviceDir(base)
  const repairs = prepareServiceDir(dir)
  const lock = acquireProcessLock(dir)
  try {
    const inForce = loadConfig(dir)
    let settings: Settings | undefined
    const log = createLogger({
      path: dir.logFile,
      source,
      settings: () => {
        const { log } = settings?.current() ?? inForce.config
        return logLevel === undefined ? log : { ...log, level: logLevel }
      },
    })
    for (const { path, modeBefore } of repairs) log.warn(`${path} could be read by others (mode ${modeBefore}); mended`)
    settings = openSettings(dir, inForce, log)
    writeFirstSettings(settings, log)
    return opened({ dir, log, settings, lock })
  } catch (error) {
    lock.release()
    throw error
  }
}

interface Begun {
  dir: ServiceDir
  log: Logger
  settings: Settings
  lock: { release(): void }
}

function opened({ dir, log, settings, lock }: Begun): RelayStore {
  const { db: journal, quarantined } = openJournal(dir.journalFile)
  if (quarantined !== undefined) log.error(`journal.db was damaged; it lies at ${quarantined}, a new one was begun`)
  const mirror = debugMirror(dir.base, settings)
  const lastHeartbeatS = readHeartbeat(dir.heartbeatFile)
  const heartbeat = openHeartbeat(dir.heartbeatFile)
  const status = openStatusFile(dir.statusFile)
  return {
    dir,
    log,
    settings,
    journal,
    installKey: installKey(dir.installKeyFile, (path) => log.error(`install.key was damaged; it lies at ${path}`)),
    mirror,
    heartbeat,
    lastAliveMs: lastHeartbeatS === undefined ? undefined : lastHeartbeatS * 1000,
    status,
    close() {
      settings.close()
      for (const file of [status, heartbeat, mirror, journal, { close: lock.release }]) file.close()
    },
  }
}

/**
 * Writes the plugins that are enabled from the beginning into config.json, so that the file always shows which plugins
 * run. Adds only plugins that the file does not mention: one that was disabled stays disabled.
 */
function writeFirstSettings(settings: Pick<Settings, 'current' | 'change'>, log: Logger): void {
  const unset = ({ integrations }: ReturnType<Settings['current']>) =>
    enabledByFirstStart.filter((name) => !Object.hasOwn(integrations, name))
  if (unset(settings.current()).length === 0) return
  try {
    settings.change((config) => ({
      integrations: Object.fromEntries(unset(config).map((name) => [name, { enabled: true }])),
    }))
  } catch (error) {
    log.warn(
      `Plugins that are on by default aren't in config.json, because it can't be changed; automation rules are off: ${(error as Error).message}`,
    )
  }
}
