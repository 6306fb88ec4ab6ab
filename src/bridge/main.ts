/** The bridge process: opens everything, starts the relay, and undoes it in order when it has to stop. */
import type { LogLevel } from '../contract/log-entry.ts'
import { readContacts } from '../mac/contacts.ts'
import { messageSource } from '../mac/message-source.ts'
import { messagesPaths } from '../mac/messages-paths.ts'
import { openMessages } from '../mac/open-messages.ts'
import { findPrograms } from '../mac/programs.ts'
import { type Clock, systemClock } from '../plugins/clock.ts'
import { createPluginHost } from '../plugins/host.ts'
import { openSendingOverMessages } from '../sending/over-messages.ts'
import { openAuditLog } from '../store/audit-log.ts'
import { pluginConsents } from '../store/plugin-consents.ts'
import { openUploads } from '../store/uploads.ts'
import { corePlugins } from './core/core-plugins.ts'
import { startHousekeeping } from './housekeeping.ts'
import { openStore } from './open-store.ts'
import { pluginDoors } from './plugin-doors.ts'
import { startReadMarkEvents } from './read-marks.ts'
import { relayScope } from './relay-scope.ts'
import { startSendEvents } from './sends.ts'
import { startRelay } from './start-relay.ts'

export interface BridgeOptions {
  /** Where Messages and Contacts lie. */
  home: string
  /** The base directory, usually `~/.service`. */
  base: string
  /** Where programs of the system are looked for. */
  path: string
  logLevel?: LogLevel | undefined
  clock?: Clock
}

export interface Bridge {
  /** Ends within a few seconds; deliveries under way are finished or come again. */
  stop(): Promise<void>
  /** Resolves after a stop, rejects after a crash. */
  ended: Promise<void>
}

export function runBridge({ home, base, path, logLevel, clock = systemClock }: BridgeOptions): Bridge {
  const store = openStore(base, logLevel)
  const source = messageSource(messagesPaths(home), home)
  const contacts = readContacts(messagesPaths(home).addressBook)
  const messages = openMessages(home)
  const scope = relayScope()
  const selfHandles = () => scope.current.selfHandles
  const sending = openSendingOverMessages({
    ...{ home, dir: store.dir, ledger: store.ledger, settings: store.settings, log: store.log },
    ...{ programs: findPrograms(path), nowMs: clock.nowMs, selfHandles, onCrash: crashed },
  })
  const host = createPluginHost({
    journal: store.journal,
    installKey: store.installKey,
    paths: { serviceDir: base },
    log: store.log,
    mirror: (plugin, event, fields) => store.mirror.append(event, { ...fields, source: plugin }),
    core: corePlugins,
    consents: pluginConsents(store.dir.consentsDir),
    calls: pluginDoors({
      source,
      messages,
      sending,
      uploads: openUploads({ folder: store.dir.uploadsDirOf('bridge'), needed: store.ledger.filesInUse }),
      audit: openAuditLog({
        path: store.dir.auditFile,
        onTrouble: (reason) => store.log.error(`audit.jsonl cannot be written: ${reason}`),
      }),
    }),
    clock,
  })
  const ending = Promise.withResolvers<void>()
  let stopping: Promise<void> | undefined
  const stop = () => {
    stopping ??= shutDown()
    return stopping
  }
  const relay = startRelay({
    ...{ home, store, source, contacts, host, scope, sending, clock },
    onCrash: crashed,
  })
  const readMarks = startReadMarkEvents({ store, source, clock })
  const sendEvents = startSendEvents({ store, clock, onCrash: crashed })
  const housekeeping = startHousekeeping(store, clock)
  store.log.info(`bridge started, process ${process.pid}`)
  return { stop, ended: ending.promise }

  async function shutDown(): Promise<void> {
    housekeeping.stop()
    readMarks.stop()
    await relay.stop()
    await host.stop()
    await sending.stop()
    await sendEvents.stop()
    source.close()
    messages.close()
    contacts.close()
    store.log.info('bridge stopped')
    store.close()
    ending.resolve()
  }

  function crashed(error: unknown): void {
    store.log.error(`bridge crashed: ${error instanceof Error ? error.message : String(error)}`)
    ending.reject(error)
    setImmediate(stop)
  }
}
