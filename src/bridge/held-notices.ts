/**
 * Tells of messages that wait for their owner through the plugins that the settings name, and takes back what was not
 * delivered when somebody has decided. A plugin is led to the page and decides nothing: whoever has its channel (a topic
 * that others know, a chat on another device, the token of a bot) has no session.
 */

import type { Clock } from '../base/clock.ts'
import { messageOf } from '../base/errors.ts'
import { SteadyTimer } from '../base/steady-timer.ts'
import type { Handle } from '../contract/ids.ts'
import { names } from '../contract/names.ts'
import type { PluginRecord } from '../contract/plugin.ts'
import { heldHeadline, heldText } from '../domain/held-notice.ts'
import { unlessFailed } from '../domain/service-error.ts'
import type { Contacts } from '../mac/contacts.ts'
import type { OpenMessages } from '../mac/open-messages.ts'
import type { Held } from '../sending/ledger/ledger.ts'
import { queueNotice, waitingKey, withdrawNotices } from '../store/journal/notices.ts'
import type { BridgeStore } from './open-store.ts'

export interface HeldNoticesDeps {
  store: Pick<BridgeStore, 'journal' | 'installKey' | 'settings' | 'log' | 'ledger'>
  host: { records(): readonly Pick<PluginRecord, 'name' | 'tier' | 'enabled'>[]; kick(): void }
  contacts: Pick<Contacts, 'nameOf'>
  messages: Pick<OpenMessages, 'groupName'>
  clock: Clock
}

/** As many as one owner can look through; the others are told of as these are decided. */
const mostTold = 200

export class HeldNotices {
  readonly #deps: HeldNoticesDeps
  /** What was last told: the revision of the ledger, and through whom. */
  #told = ''

  constructor(deps: HeldNoticesDeps) {
    this.#deps = deps
  }

  /** Costs nothing while the settings name no plugin. What fails is tried again the next time. */
  check(): void {
    const { store } = this.#deps
    const wanted = store.settings.current().send.notify_plugins
    if (wanted.length === 0 && this.#told === '') return
    try {
      const revision = store.ledger.revision()
      const plugins = this.#deps.host
        .records()
        .filter(({ name, tier, enabled }) => enabled && tier !== 'core' && wanted.includes(name))
      const state = JSON.stringify([revision, plugins.map(({ name }) => name)])
      if (state === this.#told) return
      this.#tell(plugins)
      this.#told = state
    } catch (error) {
      store.log.debug(`plugins could not be told of messages that wait: ${messageOf(error)}`)
    }
  }

  #tell(plugins: readonly Pick<PluginRecord, 'name' | 'tier'>[]): void {
    const { store, host, clock } = this.#deps
    const nowMs = clock.nowMs()
    const waiting = store.ledger.listHeld(mostTold, nowMs)
    withdrawNotices(store.journal, { ids: plugins.length === 0 ? [] : waiting.map(({ id }) => id), nowMs })
    for (const { name: integration, tier } of plugins) {
      for (const held of waiting) {
        const notice = { ...held, ...this.#recipientOf(held) }
        queueNotice(store.journal, store.installKey, {
          integration,
          key: waitingKey(held.id),
          sender: tier === 'notify' ? heldHeadline(notice) : names.product,
          text: heldText(notice),
          waiting: held.id,
          nowMs,
        })
      }
    }
    host.kick()
  }

  #recipientOf({ handle, chat_guid: guid }: Held): { name: string | null; isGroup: boolean } {
    const { contacts, messages } = this.#deps
    const isGroup = guid?.includes(';+;') ?? false
    const name = isGroup ? unlessFailed(() => messages.groupName(handle)) : contacts.nameOf(handle as Handle)
    return { name: name ?? null, isGroup }
  }
}

const checkMs = 1_000

/** Checks until `signal` aborts. */
export function startHeldNotices(deps: HeldNoticesDeps, signal: AbortSignal): void {
  const notices = new HeldNotices(deps)
  const timer = new SteadyTimer(checkMs, () => notices.check()).unref()
  signal.addEventListener('abort', () => timer.stop())
}
