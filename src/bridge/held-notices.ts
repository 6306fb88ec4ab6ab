/**
 * Tells of messages that wait for their owner through the plugins that the settings name, and takes back what was not
 * delivered when somebody has decided. A plugin is led to the page and decides nothing: whoever has its channel (a topic
 * that others know, a chat on another device, the token of a bot) has no session.
 */

import type { Clock } from '../base/clock.ts'
import { messageOf } from '../base/errors.ts'
import type { Handle } from '../contract/ids.ts'
import { names } from '../contract/names.ts'
import type { PluginRecord } from '../contract/plugin.ts'
import { type HeldNotice, heldHeadline, heldText } from '../domain/held-notice.ts'
import { unlessFailed } from '../domain/service-error.ts'
import type { Contacts } from '../mac/contacts.ts'
import type { OpenMessages } from '../mac/open-messages.ts'
import type { Held, SendLedger } from '../sending/ledger/ledger.ts'
import { queueNotice, waitingKey, withdrawNotices } from '../store/journal/notices.ts'
import { oncePluginsKnown } from './once-plugins-known.ts'
import type { BridgeStore, RelayStore } from './open-store.ts'

/** The messages that wait now. */
export interface WaitingMessages {
  /** Differs from the one before once a message was held, or decided about. */
  revision(): string | number
  /** The oldest first. */
  list(limit: number, nowMs: number): readonly (HeldNotice & { id: string })[]
}

export interface HeldNoticesDeps {
  store: Pick<RelayStore, 'journal' | 'installKey' | 'settings' | 'log'>
  host: { records(): readonly Pick<PluginRecord, 'name' | 'tier' | 'enabled'>[]; kick(): void }
  waiting: WaitingMessages
  clock: Clock
}

/** No more than one owner can review. Further ones are announced as these are decided. */
export const mostTold = 200

export class HeldNotices {
  readonly #deps: HeldNoticesDeps
  /** The revision of the waiting sends that was last told, and the plugins that told it. */
  #told = ''

  constructor(deps: HeldNoticesDeps) {
    this.#deps = deps
  }

  /** False while the settings name no plugin, and none was told of anything. */
  get isWanted(): boolean {
    return this.#wanted().length > 0 || this.#told !== ''
  }

  /** Costs nothing while it is not wanted. What fails is tried again the next time. */
  check(): void {
    const { store, waiting } = this.#deps
    if (!this.isWanted) return
    try {
      const wanted = this.#wanted()
      const plugins = this.#deps.host
        .records()
        .filter(({ name, tier, enabled }) => enabled && tier !== 'core' && wanted.includes(name))
      const state = JSON.stringify([waiting.revision(), plugins.map(({ name }) => name)])
      if (state === this.#told) return
      this.#tell(plugins)
      this.#told = state
    } catch (error) {
      store.log.debug(`plugins could not be told of messages that wait: ${messageOf(error)}`)
    }
  }

  #wanted(): readonly string[] {
    return this.#deps.store.settings.current().send.notify_plugins
  }

  #tell(plugins: readonly Pick<PluginRecord, 'name' | 'tier'>[]): void {
    const { store, host, clock } = this.#deps
    const nowMs = clock.nowMs()
    const waiting = this.#deps.waiting.list(mostTold, nowMs)
    withdrawNotices(store.journal, { ids: plugins.length === 0 ? [] : waiting.map(({ id }) => id), nowMs })
    for (const { name: integration, tier } of plugins) {
      for (const held of waiting) {
        queueNotice(store.journal, store.installKey, {
          integration,
          key: waitingKey(held.id),
          sender: tier === 'notify' ? heldHeadline(held) : names.product,
          text: heldText(held),
          waiting: held.id,
          nowMs,
        })
      }
    }
    host.kick()
  }
}

interface WaitingOnMacDeps {
  ledger: Pick<SendLedger, 'revision' | 'listHeld'>
  contacts: Pick<Contacts, 'nameOf'>
  messages: Pick<OpenMessages, 'groupName'>
}

/** Reads the sends that wait in the ledger of this Mac. */
export function waitingOnMac({ ledger, contacts, messages }: WaitingOnMacDeps): WaitingMessages {
  const recipientOf = ({ handle, chat_guid: guid }: Held): Pick<HeldNotice, 'name' | 'isGroup'> => {
    const isGroup = guid?.includes(';+;') ?? false
    const name = isGroup ? unlessFailed(() => messages.groupName(handle)) : contacts.nameOf(handle as Handle)
    return { name: name ?? null, isGroup }
  }
  return {
    revision: () => ledger.revision(),
    list: (limit, nowMs) => ledger.listHeld(limit, nowMs).map((held) => ({ ...held, ...recipientOf(held) })),
  }
}

export const heldCheckMs = 1_000

type StartedDeps = Omit<HeldNoticesDeps, 'store' | 'host' | 'waiting'> &
  Omit<WaitingOnMacDeps, 'ledger'> & {
    store: HeldNoticesDeps['store'] & Pick<BridgeStore, 'ledger'>
    host: HeldNoticesDeps['host'] & { known(): Promise<void> }
  }

/** Checks until `signal` aborts. */
export function startHeldNotices({ store, host, clock, ...world }: StartedDeps, signal: AbortSignal): void {
  const waiting = waitingOnMac({ ledger: store.ledger, ...world })
  const notices = new HeldNotices({ store, host, clock, waiting })
  oncePluginsKnown({ host, everyMs: heldCheckMs, signal }, () => notices.check())
}
