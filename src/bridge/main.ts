/**
 * Runs the bridge process: opens everything, starts the relay, and closes everything in reverse order when it has to
 * stop.
 */

import { personCount } from '../actions/whitelist-entries.ts'
import { type Clock, systemClock } from '../base/clock.ts'
import { messageOf } from '../base/errors.ts'
import type { LogLevel } from '../contract/log-entry.ts'
import { OpenedResources } from '../domain/closing.ts'
import { readContacts } from '../mac/contacts.ts'
import { messageSource } from '../mac/message-source.ts'
import { messagesPaths } from '../mac/messages-paths.ts'
import { openMessages } from '../mac/open-messages.ts'
import { currentPersons } from '../mac/persons.ts'
import { findPrograms } from '../mac/programs.ts'
import { PluginHost } from '../plugins/host.ts'
import { messagesState } from '../sending/messages/messages-state.ts'
import { openSendingOverMessages } from '../sending/open-sending.ts'
import { startSendEvents } from '../sending/send-events.ts'
import { openAuditLog } from '../store/audit-log.ts'
import { toldSends } from '../store/journal/told-sends.ts'
import { keptSeparate } from '../store/kept-separate.ts'
import { pausedPlugins } from '../store/paused-plugins.ts'
import { pluginConsents } from '../store/plugin-consents.ts'
import { openUploads } from '../store/uploads.ts'
import { alertNotices } from './alerts/alert-notices.ts'
import { alertCheckMs, startAlertWatch } from './alerts/alert-watch.ts'
import { macSurroundings } from './alerts/mac-surroundings.ts'
import { corePlugins } from './core/core-plugins.ts'
import { startHeldNotices } from './held-notices.ts'
import { startHousekeeping } from './housekeeping.ts'
import { type BridgeStore, openStore } from './open-store.ts'
import { pluginServices } from './plugin-services.ts'
import { startReadMarkEvents } from './read-mark-events.ts'
import { Relay } from './relay.ts'
import { RelayScope } from './relay-scope.ts'

export interface BridgeOptions {
  /** The home folder, which holds the data of Messages and Contacts. */
  home: string
  /** The base directory, usually `~/.service`. */
  base: string
  /** The PATH where system programs are looked up. */
  path: string
  logLevel?: LogLevel | undefined
  clock?: Clock
  /** The interval of the checks for alerts, on a clock that tests run faster than real time. */
  alertCheckMs?: number
}

export interface Bridge {
  /** Ends within a few seconds; deliveries in progress are finished or come again. */
  stop(): Promise<void>
  /** Resolves after a stop, rejects after a crash. */
  ended: Promise<void>
}

/** Throws whatever `openStore` throws, and the errors for which the folders of plugins and uploads are refused. */
export function runBridge(options: BridgeOptions): Bridge {
  const store = openStore(options.base, options.logLevel)
  const opened = new OpenedResources()
  opened.adopt(store, () => {
    store.log.info('bridge stopped')
    store.close()
  })
  try {
    return startBridge(options, store, opened)
  } catch (error) {
    store.log.error(`bridge did not start: ${messageOf(error)}`)
    void opened.close().catch(() => undefined)
    throw error
  }
}

function startBridge(options: BridgeOptions, store: BridgeStore, opened: OpenedResources): Bridge {
  const { home, base, path, clock = systemClock } = options
  const ending = Promise.withResolvers<void>()

  const contacts = opened.use(readContacts(messagesPaths(home).addressBook))
  const persons = currentPersons({
    contacts,
    separate: keptSeparate(store.dir.keptSeparateFile).handles,
    selfHandles: () => store.settings.current().self_handles,
  })
  const people = () => personCount(store.settings.current().whitelist.handles, { persons })
  const source = opened.use(messageSource(messagesPaths(home), home, persons))
  const messages = opened.use(openMessages(home))
  const programs = findPrograms(path)
  const scope = new RelayScope()
  const selfHandles = () => scope.current.selfHandles
  // Starts before sending, so that it stops after it and reports the outcomes of the last messages.
  opened.use(
    startSendEvents({
      ledger: store.ledger,
      ledgerFile: store.dir.echoLogFile,
      told: toldSends(store.journal),
      log: store.log,
      nowMs: clock.nowMs,
      onCrash: crashed,
    }),
  )
  const sending = opened.use(
    openSendingOverMessages({
      home,
      dir: store.dir,
      ledger: store.ledger,
      settings: store.settings,
      log: store.log,
      programs,
      nowMs: clock.nowMs,
      selfHandles,
      onCrash: crashed,
    }),
  )
  const host = opened.use(
    new PluginHost({
      journal: store.journal,
      installKey: store.installKey,
      paths: { serviceDir: base },
      log: store.log,
      mirror: (plugin, event, fields) => store.mirror.append({ event, source: plugin, fields }),
      core: corePlugins,
      consents: pluginConsents(store.dir.consentsDir),
      paused: pausedPlugins(store.dir.pausedDir),
      calls: pluginServices({
        source,
        messages,
        contacts,
        sending,
        uploads: openUploads({ folder: store.dir.uploadsDirOf('bridge'), needed: store.ledger.filesInUse }),
        audit: openAuditLog({
          path: store.dir.auditFile,
          onTrouble: (reason) => store.log.error(`audit.jsonl cannot be written: ${reason}`),
        }),
      }),
      clock,
    }),
  )
  opened.use(new Relay({ home, store, source, contacts, people, host, scope, sending, clock, onCrash: crashed }))
  // Work driven by the clock alone ends with the signal, before anything that it uses is closed.
  startReadMarkEvents({ store, source, clock, signal: opened.signal })
  startHousekeeping(store, clock, opened.signal)
  const tell = alertNotices(store, { clock, kick: () => host.kick() })
  startAlertWatch(
    {
      store,
      host,
      clock,
      tell,
      surroundings: macSurroundings(store.dir, { source, askMessages: () => messagesState(programs) }),
    },
    { everyMs: options.alertCheckMs ?? alertCheckMs, signal: opened.signal },
  )
  startHeldNotices({ store, host, contacts, messages, clock }, opened.signal)
  store.log.info(`bridge started, process ${process.pid}`)
  return { stop, ended: ending.promise }

  function stop(): Promise<void> {
    return opened.close().then(ending.resolve, ending.reject)
  }

  function crashed(error: unknown): void {
    store.log.error(`bridge crashed: ${messageOf(error)}`)
    ending.reject(error)
    setImmediate(stop)
  }
}
