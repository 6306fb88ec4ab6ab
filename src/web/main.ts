/** The web process: opens everything, listens, and closes everything in order when it stops. */

import { deliveryRecords } from '../actions/delivery-records.ts'
import { actions } from '../actions/index.ts'
import { narrowedEvents } from '../actions/narrowed/narrowed-events.ts'
import { heldNews } from '../actions/outbox.ts'
import type { Services } from '../actions/services.ts'
import { messageOf } from '../base/errors.ts'
import type { Logger, LogLevel } from '../contract/log-entry.ts'
import { ownUrl } from '../domain/access/own-url.ts'
import { OpenedResources } from '../domain/closing.ts'
import { ServiceError } from '../domain/service-error.ts'
import { Push, type PushSettings } from '../push/open-push.ts'
import { listenerNotes } from '../store/bluebubbles-listener.ts'
import { loadConfig } from '../store/config-in-force.ts'
import type { ListedDelivery } from '../store/journal/delivery-list.ts'
import { createLogger } from '../store/log-file.ts'
import { acquireProcessLock } from '../store/process-lock.ts'
import { prepareServiceDir, type ServiceDir, serviceDir } from '../store/service-dir.ts'
import { openSettings, type Settings } from '../store/settings.ts'
import { webIdentity } from '../store/web-address.ts'
import { createApp } from './app.ts'
import { openAccess } from './auth/access.ts'
import { CompatServers } from './compat-servers.ts'
import { type Listening, listen, needsPassword } from './listen.ts'
import { reportMissingThemes } from './missing-themes.ts'
import { noteAddress } from './note-address.ts'
import { openServices } from './open-services.ts'
import { openStreams } from './streams/streams.ts'

export interface WebOptions {
  /** The home folder, which contains Messages and Contacts. */
  home: string
  /** The base directory, usually `~/.service`. */
  base: string
  /** Folders of programs, as in PATH. */
  path: string
  logLevel?: LogLevel | undefined
  /** Overrides `web.port`; 0 lets the system choose. */
  port?: number | undefined
  /** Installs packages of plugins; without it nothing can be installed from the page. */
  packages?: Services['packages']
  /** Folder of the built page; by default that of this program. */
  page?: URL | undefined
  /** The push services that may be reached, and when: tests have one of their own. */
  push?: PushSettings | undefined
}

export interface Web {
  /** The address, without a trailing slash. */
  url: string
  /** The address where the first password is set; undefined once there is one. */
  setupUrl: string | undefined
  /** Ends within a second, or with the script that hands a message to Messages at that moment. */
  stop(): Promise<void>
  /** Resolves after a stop, and rejects if something could not be closed. */
  ended: Promise<void>
}

/**
 * Throws `already_running`, `no_password`, `address_in_use`, `address_unavailable`, `address_forbidden`, and the errors
 * of opening a base directory or its settings. After an error nothing stays open.
 */
export async function runWeb(options: WebOptions): Promise<Web> {
  const dir = serviceDir(options.base)
  const repairs = prepareServiceDir(dir)
  const opened = new OpenedResources()
  opened.adopt(acquireProcessLock({ lockFile: dir.webLockFile, pidFile: dir.webPidFile }), (lock) => lock.release())
  let log: Logger | undefined
  try {
    const logAndSettings = openSettingsAndLog(dir, options.logLevel)
    const { settings } = logAndSettings
    log = logAndSettings.log
    opened.use(settings)
    for (const { path, modeBefore } of repairs) log.warn(`${path} could be read by others (mode ${modeBefore}); mended`)
    return await serve(options, { dir, log, settings, opened })
  } catch (error) {
    // Under launchd nobody sees what a process prints.
    log?.error(`web process did not start: ${messageOf(error)}`)
    await opened.close().catch(() => undefined)
    throw error
  }
}

function openSettingsAndLog(dir: ServiceDir, logLevel: LogLevel | undefined) {
  const inForce = loadConfig(dir)
  let settings: Settings | undefined
  const log = createLogger({
    path: dir.logFile,
    source: 'web',
    settings: () => {
      const { log } = settings?.current() ?? inForce.config
      return logLevel === undefined ? log : { ...log, level: logLevel }
    },
  })
  settings = openSettings(dir, inForce, log)
  return { log, settings }
}

interface ServeDeps {
  dir: ServiceDir
  log: ReturnType<typeof createLogger>
  settings: Settings
  opened: OpenedResources
}

async function serve(
  { home, path, port, packages, page, push: pushSettings }: WebOptions,
  { dir, log, settings, opened }: ServeDeps,
): Promise<Web> {
  const { web: webAtStart, auth } = settings.current()
  const bound = { host: webAtStart.host, port: port ?? webAtStart.port }
  if (needsPassword(bound.host) && auth.password_hash === null)
    throw new ServiceError('no_password', `The service listens on ${bound.host} only with a password.`, {
      host: bound.host,
    })
  const nowMs = Date.now
  const access = opened.use(openAccess({ base: dir.base, settings, log, nowMs, boundTo: () => bound }))
  const { search, uploads, alerts, ...world } = openServices({
    home,
    dir,
    settings,
    webAtStart,
    log,
    path,
    nowMs,
    opened,
  })
  let listening: Listening | undefined
  const push = opened.use(
    new Push({
      dir,
      log,
      nowMs,
      settings: pushSettings,
      history: world.services.history,
      held: (id) => heldNews(id, world.services),
      shownCategories: () => settings.current().categories.shown,
      mayRead: (owner) =>
        access.stillAdmitted({ ...owner, scopes: ['read'], grant: null }) &&
        (owner.via !== 'key' ||
          settings.current().auth.api_keys.some(({ id, scopes }) => id === owner.id && scopes.includes('read'))),
    }),
  )
  const deliveriesShown = (all: readonly ListedDelivery[]) => deliveryRecords(all, world.services)
  const streams = opened.adopt(
    openStreams({
      dir,
      stillAdmitted: access.stillAdmitted,
      narrowFor: (caller) => narrowedEvents(world.services, caller),
      secret: access.installKey,
      deliveriesShown,
    }),
    async (it) => {
      // Connections end once their streams have ended.
      it.close()
      await listening?.close()
    },
  )
  alerts.onNews((alert, isOver) => streams.announce({ type: isOver ? 'alert_cleared' : 'alert_raised', alert }))
  alerts.onNews((alert, isOver) => {
    push.notify({ ...alert, plugin: alert.plugin ?? alert.webhook?.host ?? alert.key?.label ?? null }, isOver)
  })
  const services = { ...world.services, ...access.services, packages, push, announce: streams.announce }
  reportMissingThemes(settings, services)
  opened.use(new CompatServers({ dir, actions, services, access, settings, uploads, notes: listenerNotes(dir) }))
  const identity = opened.adopt(webIdentity(dir), (it) => it.forget())
  const app = createApp({ actions, services, access, identity, streams, uploads, page })
  listening = await listen(app, bound)
  bound.port = listening.port
  void noteAddress(identity, listening, { log, signal: opened.signal })
  const url = ownUrl(bound)
  log.info(`web process started at ${url}, process ${process.pid}`)
  if (needsPassword(bound.host))
    log.warn(
      `${bound.host} is reached without encryption: whoever shares the network can read along; a tunnel prevents it`,
    )
  // Background work begins once the first request can be served.
  setImmediate(() => {
    search.start()
    push.resume()
  })

  const ending = Promise.withResolvers<void>()
  let stopped: Promise<void> | undefined
  return {
    url,
    get setupUrl() {
      const token = access.setupToken()
      return token && `${url}/setup?token=${token}`
    },
    stop() {
      stopped ??= opened.close().then(() => log.info('web process stopped'))
      ending.resolve(stopped)
      return stopped
    },
    ended: ending.promise,
  }
}
