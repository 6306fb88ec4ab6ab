/** Opens every service that the web process's actions reach the world through. */

import { callLimits } from '../actions/plugin-page/call-limits.ts'
import { ruleRuns } from '../actions/rule-runs.ts'
import type { PluginPagesService, Services } from '../actions/services.ts'
import { SteadyTimer } from '../base/steady-timer.ts'
import type { Config } from '../contract/config.ts'
import type { Logger } from '../contract/log-entry.ts'
import type { OpenedResources } from '../domain/closing.ts'
import { readContacts } from '../mac/contacts.ts'
import { createConverter } from '../mac/convert.ts'
import { openHistory } from '../mac/history/open-history.ts'
import { launchAgents } from '../mac/launch-agents.ts'
import { messagesPaths } from '../mac/messages-paths.ts'
import { openMessages } from '../mac/open-messages.ts'
import { currentPersons } from '../mac/persons.ts'
import { programIdentity } from '../mac/program-identity.ts'
import { findPrograms } from '../mac/programs.ts'
import { openDesk } from '../mac/settings-panes.ts'
import { macosVersion } from '../mac/this-mac.ts'
import { macTimeZone } from '../mac/time-zone.ts'
import { openSearch, type Search } from '../search/open-search.ts'
import { automationProbe } from '../sending/messages/automation.ts'
import { openArchiveAndStars } from '../store/archive-and-stars.ts'
import { listenerNotes } from '../store/bluebubbles-listener.ts'
import { readCompatWebhooks } from '../store/bluebubbles-webhooks.ts'
import { bridgeSigns } from '../store/bridge-signs.ts'
import { freeBytes, logBytes } from '../store/disk-room.ts'
import { handleAliases } from '../store/handle-aliases.ts'
import { heartbeatHistory } from '../store/heartbeat-history.ts'
import { installKey } from '../store/install-key.ts'
import { deadLetterChanges } from '../store/journal/dead-letters.ts'
import { deliveryChanges } from '../store/journal/delivery-changes.ts'
import { readJournal } from '../store/journal/reader.ts'
import { keptSeparate } from '../store/kept-separate.ts'
import { lastLogEntries } from '../store/log-history.ts'
import { openMediaCache } from '../store/media-cache.ts'
import { pausedPlugins } from '../store/paused-plugins.ts'
import { pluginConsents } from '../store/plugin-consents.ts'
import { knownConversations } from '../store/plugin-pages/known-conversations.ts'
import { pageFolders } from '../store/plugin-pages/page-files.ts'
import { pageStorage } from '../store/plugin-pages/page-storage.ts'
import { requirementOfThis } from '../store/program-record.ts'
import { openReadState } from '../store/read-state.ts'
import type { ServiceDir } from '../store/service-dir.ts'
import type { Settings } from '../store/settings.ts'
import { setupNote } from '../store/setup-note.ts'
import { themeFolder } from '../store/theme-folder.ts'
import type { Uploads } from '../store/uploads.ts'
import { AlertsWatch } from './alerts-watch.ts'
import { openSendingServices } from './sending-service.ts'

export interface OpenedServices {
  /** All services except those of access, which open with it, Web Push, which asks access, and the streams. */
  services: Omit<
    Services,
    'audit' | 'sessions' | 'apiKeysUse' | 'keyActivity' | 'revokedKeys' | 'packages' | 'push' | 'announce'
  >
  search: Search
  uploads: Uploads
  alerts: AlertsWatch
}

interface ServiceParts {
  home: string
  dir: ServiceDir
  settings: Settings
  webAtStart: Config['web']
  log: Logger
  /** Folders of programs, as in PATH. */
  path: string
  nowMs(): number
  opened: OpenedResources
}

/** Names change rarely, and checking takes some calls of the file system. */
const contactsEveryMs = 5_000

export function openServices({
  home,
  dir,
  settings,
  webAtStart,
  log,
  path,
  nowMs,
  opened,
}: ServiceParts): OpenedServices {
  const contacts = opened.use(readContacts(messagesPaths(home).addressBook))
  opened.adopt(new SteadyTimer(contactsEveryMs, contacts.refreshIfChanged).unref(), (timer) => timer.stop())
  const readState = opened.use(
    openReadState({
      path: dir.readStateFile,
      onQuarantine: (damaged) => log.error(`read_state.db was damaged; it lies at ${damaged.path}`),
    }),
  )
  const archiveAndStars = opened.use(
    openArchiveAndStars({
      path: dir.archiveAndStarsFile,
      onQuarantine: (damaged) => log.error(`archive_and_stars.db was damaged; it lies at ${damaged.path}`),
    }),
  )
  const journal = opened.use(readJournal(dir.journalFile))
  const kept = keptSeparate(dir.keptSeparateFile)
  const persons = currentPersons({
    contacts,
    separate: kept.handles,
    selfHandles: () => settings.current().self_handles,
  })
  const history = opened.use(
    openHistory({
      home,
      contacts,
      persons,
      readMarks: readState.all,
      archive: archiveAndStars,
      starredAmong: archiveAndStars.starredAmong,
      selfHandles: () => settings.current().self_handles,
      shownCategories: () => settings.current().categories.shown,
      nowMs,
    }),
  )
  const messages = opened.use(openMessages(home))
  const search = opened.use(
    openSearch({
      home,
      base: dir.base,
      log,
      contacts,
      persons,
      placed: history.placed,
      nowMs,
      shownCategories: () => settings.current().categories.shown,
      selfHandles: () => settings.current().self_handles,
    }),
  )
  const programs = findPrograms(path)
  const converter = opened.use(createConverter({ programs, cache: openMediaCache({ folder: dir.mediaCacheDir }) }))
  const sends = openSendingServices({ home, dir, settings, log, programs, history, messages, nowMs, opened })
  const bridge = bridgeSigns({ dir, journal, mirrorFile: () => settings.current().relay.mirror_file })
  const beats = opened.use(heartbeatHistory({ lastHeartbeatS: bridge.lastHeartbeatS, nowMs }))
  const compat: Services['compat'] = {
    blueBubbles: listenerNotes(dir).read,
    webhooks: () => readCompatWebhooks({ ...dir, config: settings.current(), nowMs: nowMs() }),
  }
  const alerts = opened.use(new AlertsWatch({ dir, journal, settings, bridge, compat, nowMs, log }))
  return {
    search,
    alerts,
    uploads: sends.uploads,
    services: {
      nowMs,
      log,
      base: dir.base,
      home,
      webAtStart,
      history,
      search,
      settings,
      journal,
      consents: pluginConsents(dir.consentsDir),
      pausedPlugins: pausedPlugins(dir.pausedDir),
      pluginPages: pluginPagesService({ dir, nowMs }),
      deadLetters: deadLetterChanges(dir.journalFile, nowMs),
      deliveryChanges: deliveryChanges(dir.journalFile, nowMs),
      messages,
      contacts,
      persons,
      aliases: handleAliases(installKey(dir.installKeyFile)),
      meant: (written) => written,
      keptSeparate: kept,
      readState,
      archiveAndStars,
      programs,
      converter,
      sending: sends.sending,
      window: sends.window,
      helper: sends.helper,
      bridge,
      beats,
      alerts,
      compat,
      startedMs: nowMs(),
      mac: {
        macos: macosVersion(programs),
        automation: automationProbe({ programs, nowMs }),
        agents: launchAgents({ home, programs, uid: process.getuid?.() ?? 0, nowMs }),
        identity: programIdentity({
          program: process.execPath,
          requirement: requirementOfThis(dir.programRecordFile),
          programs,
        }),
        desk: openDesk(programs),
        timeZone: macTimeZone(),
      },
      setup: setupNote(dir.setupFile),
      ruleRuns: ruleRuns(nowMs),
      room: { freeBytes: () => freeBytes(dir.base), logBytes: () => logBytes(dir.logFile) },
      logFile: { last: (asked) => lastLogEntries(dir.logFile, asked) },
      themes: themeFolder(dir.themesDir, log),
    },
  }
}

const pluginPagesService = ({ dir, nowMs }: { dir: ServiceDir; nowMs(): number }): PluginPagesService => ({
  files: pageFolders(),
  storage: pageStorage(dir.pagesDir),
  conversations: knownConversations(installKey(dir.installKeyFile)),
  limits: callLimits(nowMs),
})
