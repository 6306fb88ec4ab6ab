/** Assembles the poll loop: chat.db and its watcher on one side, the journal and the plugins on the other. */

import type { Clock } from '../base/clock.ts'
import { atMostEvery } from '../base/throttle.ts'
import type { Contacts } from '../mac/contacts.ts'
import type { MessageSource } from '../mac/message-source.ts'
import { messagesPaths } from '../mac/messages-paths.ts'
import { type PollLoop, startPollLoop } from '../mac/poll-loop.ts'
import { watchDirectory } from '../mac/watch.ts'
import type { PluginHost } from '../plugins/host.ts'
import type { Sending } from '../sending/sending.ts'
import { type IngestedRow, journalIntake } from '../store/journal/ingest-store.ts'
import type { Position } from '../store/journal/position.ts'
import { snapshotStore } from '../store/journal/snapshot-store.ts'
import { setupNote } from '../store/setup-note.ts'
import { messageRecord } from './debug-mirror.ts'
import { exportPlace, recoverPlace } from './exported-position.ts'
import { grantWatch } from './grant-watch.ts'
import { laneWatch } from './lane-watch.ts'
import { oldRows } from './old-rows.ts'
import type { BridgeStore } from './open-store.ts'
import type { ChatRow } from './relay.ts'
import type { RelayScopeInForce } from './relay-scope.ts'
import { rowReader } from './row-reader.ts'
import { type Rules, startRules } from './rules/start-rules.ts'
import { statusReport } from './status-report.ts'
import type { TakeInDeps } from './take-in.ts'
import { bridgeTurn } from './turn.ts'

export interface RelayParts {
  home: string
  store: BridgeStore
  source: MessageSource
  contacts: Contacts
  host: PluginHost
  scope: RelayScopeInForce
  sending: Pick<Sending, 'send' | 'get'>
  clock: Clock
  onCrash(error: unknown): void
}

export function startRelay(parts: RelayParts): PollLoop {
  const { home, store, source, contacts, host, scope, sending, clock, onCrash } = parts
  const { log, settings } = store
  const intake = journalIntake(store.journal)
  const recovered = recoverPlace(store.dir.stateFile, intake)
  if (recovered !== undefined) log.warn(recovered)
  settings.onChange((config) => {
    scope.settingsAre(config)
    host.reconcile(config)
  })
  const rules = startRules({ store, clock, sending, selfHandles: () => scope.current.selfHandles })
  const report = statusReport({ store, intake, contacts, clock })
  const explain = grantWatch({ note: setupNote(store.dir.setupFile), log, nowMs: clock.nowMs })

  const takeIn: TakeInDeps = {
    intake,
    enqueue(message, nowMs) {
      host.enqueue(message, nowMs)
      rules.judge(message, nowMs)
    },
    lanes: laneWatch(() => settings.current().relay.max_age_s * 1000),
    scope: () => scope.current,
    nameOf: contacts.nameOf,
    sentByUs: (row, isSelfChat) => store.ledger.claim({ ...possibleEcho(row), isSelfChat }, clock.nowMs()),
    onPage: (taken, position) => afterPage({ store, host, rules }, taken, position),
  }
  const isTimeForContacts = atMostEvery(contactsEveryMs, clock.monotonicMs)
  const watch = watchDirectory(messagesPaths(home).folder, () => loop.stir())
  const turn = bridgeTurn({
    source,
    watch,
    rows: rowReader(source),
    takeIn,
    oldRows: oldRows(snapshotStore(store.journal), clock),
    log,
    clock,
    beat: report.beat,
    status: (state, reason) => report.is(state, explain(state, reason)),
    ready: () => host.known(),
    onLooked({ chats }) {
      if (isTimeForContacts()) contacts.refreshIfChanged()
      scope.accountsAre([...chats.selfHandles(), ...ownCard(contacts)])
    },
    lastAliveMs: store.lastAliveMs,
  })
  const loop = startPollLoop({ tickMs: () => settings.current().relay.poll_interval_s * 1000, turn, onCrash })
  return {
    stir: loop.stir,
    async stop() {
      watch.close()
      await loop.stop()
      await rules.stop()
    },
  }
}

const possibleEcho = ({ chat, attachments, attachmentsExpected, ...row }: ChatRow) => ({
  ...row,
  conversation: chat.conversation,
  hasAttachments: attachments.length > 0 || attachmentsExpected > 0,
})

/** Names change rarely, and checking takes some calls of the file system. */
const contactsEveryMs = 5_000

/** The user's own card in Contacts names addresses that Messages is not signed in with at the moment. */
const ownCard = (contacts: Contacts): readonly string[] => contacts.me()?.handles ?? []

interface AfterPage extends Pick<RelayParts, 'store' | 'host'> {
  rules: Rules
}

/** Runs once the page is committed: the deliveries go out first, the copies for people follow. */
function afterPage({ store, host, rules }: AfterPage, taken: readonly IngestedRow[], position: Position) {
  host.kick()
  rules.kick()
  try {
    for (const { message } of taken) if (message !== null) store.mirror.append(messageRecord(message))
    exportPlace(store.dir.stateFile, position)
  } catch (error) {
    // These are only copies: the journal holds everything, and the next page exports the position again.
    store.log.warn(`state.json or the mirror could not be written: ${(error as Error).message}`)
  }
}
