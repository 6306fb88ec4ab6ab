/** Runs the web process of a hub: the same application as on a Mac, with PostgreSQL in the place of Messages. */
import type { NatsConnection } from '@nats-io/transport-node'
import type { Actions } from '../../actions/action.ts'
import { ruleRuns } from '../../actions/rule-runs.ts'
import type { Services } from '../../actions/services.ts'
import type { Logger } from '../../contract/log-entry.ts'
import { ownUrl } from '../../domain/access/own-url.ts'
import { OpenedResources } from '../../domain/closing.ts'
import { nobodyKnown } from '../../domain/people/persons.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { listenerNotes } from '../../store/bluebubbles-listener.ts'
import { readCompatWebhooks } from '../../store/bluebubbles-webhooks.ts'
import { loadConfig } from '../../store/config-in-force.ts'
import { freeBytes, logBytes } from '../../store/disk-room.ts'
import { handleAliases } from '../../store/handle-aliases.ts'
import { readJournal } from '../../store/journal/reader.ts'
import { createLogger } from '../../store/log-file.ts'
import { lastLogEntries } from '../../store/log-history.ts'
import { acquireProcessLock } from '../../store/process-lock.ts'
import { release } from '../../store/release.ts'
import { prepareServiceDir, serviceDir } from '../../store/service-dir.ts'
import { openSettings } from '../../store/settings.ts'
import { themeFolder } from '../../store/theme-folder.ts'
import { openUploads } from '../../store/uploads.ts'
import { webIdentity } from '../../store/web-address.ts'
import { createApp } from '../../web/app.ts'
import { openAccess } from '../../web/auth/access.ts'
import { CompatServers } from '../../web/compat-servers.ts'
import { listen, needsPassword } from '../../web/listen.ts'
import { noteAddress } from '../../web/note-address.ts'
import { HubLines } from '../access/hub-lines.ts'
import type { HubMacs } from '../access/hub-macs.ts'
import type { Database } from '../store/database.ts'
import { linesOf } from '../store/macs.ts'
import { answersOf, hubActions } from './hub-actions.ts'
import { HubAlerts } from './hub-alerts.ts'
import { hubHealth } from './hub-health.ts'
import { hostOfHub } from './hub-host.ts'
import { hubMetrics } from './hub-metrics.ts'
import { HubSending } from './hub-sending.ts'
import { readHubStatus } from './hub-status.ts'
import { HubStreams } from './hub-streams.ts'
import { whyNot } from './left-to-macs.ts'
import { MacQuestions } from './mac-questions.ts'
import { narrowedFeed } from './narrowed-feed.ts'
import { ReadOrders } from './read-orders.ts'
import { refusingWhileAway } from './refuse-while-away.ts'
import { relayServices, tellDeliveries } from './relay-services.ts'
import { SharedAlerts } from './shared-alerts.ts'

export interface HubWebOptions {
  database: Database
  nats: NatsConnection
  macs: HubMacs
  /** The folder of the hub's settings, keys and sessions, with the layout of a Mac's data folder. */
  base: string
  /** Overrides `web.port`; 0 lets the system choose. */
  port?: number | undefined
  /** Installs packages of plugins. If left out, nothing can be installed from the page. */
  packages?: Services['packages']
}

export interface HubWeb {
  url: string
  log: Logger
  stop(): Promise<void>
}

/** Runs until it is closed. Throws what `runWeb` throws. */
export async function runHubWeb({ database, nats, macs, base, port, packages }: HubWebOptions): Promise<HubWeb> {
  const dir = serviceDir(base)
  prepareServiceDir(dir)
  const opened = new OpenedResources()
  opened.adopt(acquireProcessLock({ lockFile: dir.webLockFile, pidFile: dir.webPidFile }), (lock) => lock.release())
  try {
    const inForce = loadConfig(dir)
    const log = createLogger({ path: dir.logFile, source: 'hub', settings: () => inForce.config.log })
    const settings = opened.use(openSettings(dir, inForce, log))
    const { web, auth } = settings.current()
    const bound = { host: web.host, port: port ?? web.port }
    if (needsPassword(bound.host) && auth.password_hash === null)
      throw new ServiceError('no_password', `The service listens on ${bound.host} only with a password.`, {
        host: bound.host,
      })
    const nowMs = Date.now
    const access = opened.use(openAccess({ base, settings, log, nowMs, boundTo: () => bound }))
    const journal = opened.use(readJournal(dir.journalFile))
    const aliases = handleAliases(access.installKey)
    const reading = { sql: database, aliases, keyActivity: access.services.keyActivity, nowMs }
    const questions = new MacQuestions({ sql: database, nats, nowMs })
    const readOrders = opened.use(new ReadOrders({ sql: database, questions, log, nowMs }))
    const lines = new HubLines({ database, settings, audit: access.services.audit })
    const sending = opened.use(new HubSending({ database, questions, settings: () => settings.current().send, nowMs }))
    const ofRelay = relayServices({ dir, journal, mirrorFile: () => settings.current().relay.mirror_file, nowMs })
    const compat = {
      blueBubbles: listenerNotes(dir).read,
      webhooks: () => readCompatWebhooks({ ...dir, config: settings.current(), nowMs: nowMs() }),
    }
    const alerts = opened.use(
      new HubAlerts({
        dir,
        journal,
        settings,
        compat,
        log,
        nowMs,
        bridge: ofRelay.bridge,
        shared: new SharedAlerts({ database, settings, log, nowMs }),
      }),
    )
    const metrics = async () =>
      hubMetrics(await readHubStatus({ sql: database, nats, macs, nowMs }), {
        alerts: alerts.current(),
        nowMs: nowMs(),
        release: release(),
      })
    const healthReport = hubHealth({ sql: database, nats, macs })
    const ownJournal = { ...journal, id: () => undefined }
    const own = { macs, lines, questions, readOrders, healthReport, journal: ownJournal, metrics }
    const actions = refusingWhileAway(hubActions(reading, own))
    const services = onlyThese({
      nowMs,
      startedMs: nowMs(),
      log,
      base,
      settings,
      webAtStart: web,
      ...access.services,
      journal: ownJournal,
      ruleRuns: ruleRuns(nowMs),
      // The listener for BlueBubbles clients says nothing of the Macs.
      mac: { timeZone, macos: async () => undefined },
      ...ofRelay,
      packages,
      sending,
      alerts,
      themes: themeFolder(dir.themesDir, log),
      // The page of a hub has no setup of its own.
      setup: { progress: () => ({ furthest: 'done', finished: true }) },
      // The hub's own history decides what a grant allows.
      history: { within: () => ofMacs, conversation: () => undefined, conversationKey: () => undefined },
      persons: { now: () => nobodyKnown },
      contacts: { nameOf: () => undefined },
      aliases,
      compat,
      room: { freeBytes: () => freeBytes(dir.base), logBytes: () => logBytes(dir.logFile) },
      logFile: { last: (asked: Parameters<typeof lastLogEntries>[1]) => lastLogEntries(dir.logFile, asked) },
      lines: { names: async () => (await linesOf(database)).map(({ name }) => name) },
    })
    const streams = opened.use(
      new HubStreams({
        nats,
        stillAdmitted: access.stillAdmitted,
        secret: access.installKey,
        narrowFor: (caller) => narrowedFeed(reading, caller),
      }),
    )
    opened.adopt(tellDeliveries(streams, dir.journalFile), (it) => it.close())
    alerts.onNews((alert, isOver) => streams.announce({ type: isOver ? 'alert_cleared' : 'alert_raised', alert }))
    const uploads = openUploads({ folder: dir.uploadsDirOf('web'), needed: () => new Set() })
    opened.use(
      new CompatServers({
        dir,
        services,
        access,
        settings,
        uploads,
        actions: actions as unknown as Actions,
        notes: listenerNotes(dir),
        world: hostOfHub(reading, streams),
      }),
    )
    const identity = opened.adopt(webIdentity(dir), (it) => it.forget())
    const app = createApp({
      services,
      access,
      uploads,
      streams,
      identity,
      actions: actions as unknown as Actions,
      answers: answersOf(actions),
      whyNot,
    })
    const listening = opened.use(await listen(app, bound))
    bound.port = listening.port
    void noteAddress(identity, listening, { log, signal: opened.signal })
    log.info(`the hub answers at ${ownUrl(bound)}, process ${process.pid}`)
    return { url: ownUrl(bound), log, stop: () => opened.close() }
  } catch (error) {
    await opened.close().catch(() => undefined)
    throw error
  }
}

/** A server does not travel, so its time zone does not change. */
const timeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Returns services of which every one that only a Mac has refuses with that reason. */
const onlyThese = (services: object): Services =>
  new Proxy(services, { get: (known, name) => (name in known ? Reflect.get(known, name) : ofMacs) }) as Services

const ofMacs: object = new Proxy(
  {},
  {
    get: (): (() => never) => () => {
      throw notHere()
    },
  },
)

const notHere = () => new ServiceError('not_on_hub', 'Only a Mac can do this.')
