/**
 * Asks the private helper that the owner has set for what only the private API of Messages can do, and confirms changes
 * by their rows in chat.db as those through the window are. It never sends a message.
 */
import type { Config } from '../contract/config.ts'
import type { Message } from '../contract/message.ts'
import { hasCode, ServiceError } from '../domain/service-error.ts'
import { faultOfText } from '../domain/text-to-send.ts'
import type { History } from '../mac/history/history.ts'
import { type Change, isMade } from '../messages-window/change.ts'
import type { MessagesWindow } from '../messages-window/messages-window.ts'
import { refusalByMessages } from '../messages-window/refusal.ts'
import { waitUntilShown } from '../messages-window/wait-until-shown.ts'
import { blueBubblesHelper } from './bluebubbles.ts'
import { type HelperAbility, type HelperProgram, type HelperStatus, helperError } from './helper-program.ts'
import { imsgHelper } from './imsg.ts'

export interface HelperReport extends Pick<HelperStatus, 'version' | 'trouble'> {
  name: HelperProgram['name']
  isReachable: boolean
}

/** The changes throw what those of `MessagesWindow` do, and `helper_unavailable` and `helper_refused`. */
export interface PrivateHelper extends Pick<MessagesWindow, 'tapback' | 'edit' | 'unsend'> {
  isOn(): boolean
  /** Whether marking as read is to tell those who wrote. */
  sendsReadReceipts(): boolean
  /** Null where the helper can do it now, otherwise the reason. */
  trouble(ability: HelperAbility): Promise<string | null>
  /** Null while none is set. */
  report(): Promise<HelperReport | null>
  setTyping(asked: { guid: string; on: boolean }): Promise<void>
  markRead(asked: { guid: string }): Promise<void>
}

export interface HelperOptions {
  home: string
  history: Pick<History, 'placed' | 'conversation'>
  compat(): Config['compat']
  nowMs(): number
  timings?: Partial<HelperTimings>
}

interface HelperTimings {
  statusWithin: number
  requestWithin: number
  /** How long a status stays valid. */
  statusHolds: number
  shownWithin: number
  checkAgain: number
}

const usualTimings: HelperTimings = {
  statusWithin: 5_000,
  requestWithin: 30_000,
  statusHolds: 5_000,
  shownWithin: 8_000,
  checkAgain: 100,
}

interface Known {
  program: HelperProgram
  /** The settings by which the program was made. */
  key: string
  atMs: number
  status: Promise<HelperStatus>
}

export class SetHelper implements PrivateHelper {
  readonly #options: HelperOptions
  readonly #timings: HelperTimings
  #known: Known | undefined

  constructor(options: HelperOptions) {
    this.#options = options
    this.#timings = { ...usualTimings, ...options.timings }
  }

  isOn(): boolean {
    return this.#settings.kind !== 'off'
  }

  sendsReadReceipts(): boolean {
    return this.isOn() && this.#settings.send_read_receipts
  }

  async trouble(ability: HelperAbility): Promise<string | null> {
    if (!this.isOn()) return helperIsOff
    try {
      const { abilities, trouble } = await this.#status()
      if (abilities.includes(ability)) return null
      return trouble ?? 'The private helper cannot do this.'
    } catch (error) {
      return whatOf(error)
    }
  }

  async report(): Promise<HelperReport | null> {
    if (!this.isOn()) return null
    const { name } = this.#program()
    try {
      const { version, trouble } = await this.#status()
      return { name, version, trouble, isReachable: true }
    } catch (error) {
      return { name, version: null, trouble: whatOf(error), isReachable: false }
    }
  }

  tapback({ rowid, emoji, remove }: Parameters<PrivateHelper['tapback']>[0]): Promise<Message> {
    return this.#change(rowid, { kind: 'tapback', emoji, remove })
  }

  edit({ rowid, text }: Parameters<PrivateHelper['edit']>[0]): Promise<Message> {
    return this.#change(rowid, { kind: 'edit', text })
  }

  unsend({ rowid }: Parameters<PrivateHelper['unsend']>[0]): Promise<Message> {
    return this.#change(rowid, { kind: 'unsend' })
  }

  async setTyping({ guid, on }: { guid: string; on: boolean }): Promise<void> {
    const chatGuid = this.#chatOf(guid)
    await this.#program().ask({ kind: 'typing', chatGuid, on })
  }

  async markRead({ guid }: { guid: string }): Promise<void> {
    const chatGuid = this.#chatOf(guid)
    await this.#program().ask({ kind: 'read', chatGuid })
  }

  get #settings(): Config['compat']['helper'] {
    return this.#options.compat().helper
  }

  /** Throws `unsupported` while none is set, and `helper_unavailable` where the setting leads back to this service. */
  #program(): HelperProgram {
    const { kind, url, password, path } = this.#settings
    const key = JSON.stringify([kind, url, password, path])
    if (this.#known?.key === key) return this.#known.program
    const timeoutMs = { status: this.#timings.statusWithin, request: this.#timings.requestWithin }
    if (kind === 'off') throw helperError('unsupported', helperIsOff)
    if (kind === 'bluebubbles') this.#requireOther(url)
    const program =
      kind === 'imsg'
        ? imsgHelper({ path, home: this.#options.home, timeoutMs })
        : blueBubblesHelper({ url, password, timeoutMs })
    this.#known = {
      program,
      key,
      atMs: Number.NEGATIVE_INFINITY,
      status: Promise.reject(helperError('helper_unavailable', '')),
    }
    this.#known.status.catch(() => undefined)
    return program
  }

  /** Our own listener would ask the helper again, without end. */
  #requireOther(url: string): void {
    const { enabled, port } = this.#options.compat().bluebubbles
    const target = URL.parse(url)
    if (enabled && target?.port === String(port) && /^(127\.|localhost$|\[::1\]$)/.test(target.hostname))
      throw helperError('helper_unavailable', 'The address of the helper is that of this service itself.')
  }

  #status(): Promise<HelperStatus> {
    const program = this.#program()
    const nowMs = this.#options.nowMs()
    const known = this.#known as Known
    if (nowMs - known.atMs >= this.#timings.statusHolds) {
      known.atMs = nowMs
      known.status = program.status()
    }
    return known.status
  }

  /** Returns the chat that was used last, of a person with several. */
  #chatOf(guid: string): string {
    const { history } = this.#options
    const conversation = history.conversation(guid)
    if (conversation === undefined)
      throw new ServiceError('conversation_not_found', 'There is no such conversation.', { guid })
    const [newest] = history.placed([conversation.last_message_rowid])
    return newest?.chatGuid ?? conversation.guid
  }

  async #change(rowid: number, change: Change): Promise<Message> {
    const { history, nowMs } = this.#options
    const fault = change.kind === 'edit' ? faultOfText(change.text) : undefined
    if (fault !== undefined) throw new ServiceError('invalid_request', `The text ${fault}.`, { path: 'text' })
    const [placed] = history.placed([rowid])
    if (placed === undefined) throw new ServiceError('message_not_found', 'There is no such message.', { rowid })
    const { message, chatGuid } = placed
    if (isMade(change, message)) return message
    const refusal = refusalByMessages(change, message, nowMs())
    if (refusal !== null) throw helperError('unsupported', refusal)
    try {
      await this.#program().ask({ ...change, chatGuid, messageGuid: message.guid })
    } catch (error) {
      // An answer that says no, or none at all, may follow a change that was made.
      const [after] = hasCode(error, 'helper_unavailable') ? [] : history.placed([rowid])
      if (after && isMade(change, after.message)) return after.message
      throw error
    }
    return waitUntilShown({ history, timings: this.#timings, rowid, change })
  }
}

const helperIsOff = 'This needs a private helper. Choose one in the setting `compat.helper.kind`.'

function whatOf(error: unknown): string {
  if (error instanceof ServiceError) return error.what
  throw error
}
