/**
 * The steps of the self-test that write to the owner and change what was written: each runs only after the owner agreed
 * to it, and to an own address only.
 */
import { createHash } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import type { ChatGuid, Handle, RowId } from '../../contract/ids.ts'
import type { SelftestReason } from '../../contract/selftest.ts'
import type { OwnMessageCheckId } from '../../contract/selftest-own-messages.ts'
import { sameHandle } from '../../domain/handles.ts'
import { hasCode } from '../../domain/service-error.ts'
import { finishedTransfer } from '../../mac/attachments.ts'
import { readContacts } from '../../mac/contacts.ts'
import { openHistory } from '../../mac/history/open-history.ts'
import { messagesPaths } from '../../mac/messages-paths.ts'
import { openMessages } from '../../mac/open-messages.ts'
import { macosNumber } from '../../mac/this-mac.ts'
import type { Change } from '../../messages-window/change.ts'
import { openMessagesWindow } from '../../messages-window/messages-window.ts'
import type { Route } from '../../sending/decisions/route-plan.ts'
import { openMessagesApp } from '../../sending/messages/messages-app.ts'
import { stageFiles } from '../../sending/messages/staged-files.ts'
import { openAuditLog } from '../../store/audit-log.ts'
import { tryLock } from '../../store/file-lock.ts'
import { serviceDir } from '../../store/service-dir.ts'
import { type Check, leftOut, type Outcome, type SelftestContext } from '../check.ts'
import { follow } from './follow.ts'
import { type HandedOver, handOver, type OwnMessage } from './hand-over.ts'
import { judgeChange, windowStop } from './judge-change.ts'
import { judgeSend, ownRows, type Sent } from './judge-send.ts'
import { type OwnWords, questions } from './own-words.ts'
import { type RowSince, readRowsSince } from './rows-since.ts'
import type { Sighting } from './sightings.ts'

interface OwnMessagesOptions {
  /** One of the owner's own addresses. */
  to: Handle
  words: OwnWords
  timings?: Partial<Timings>
}

/** All in milliseconds. */
interface Timings {
  /** The time from the end of the script until its row. */
  rowWithin: number
  /** The time for which an empty row may stay empty. */
  ghostAfter: number
  /** The time from the row until it is delivered and complete. */
  settledWithin: number
  /** The time from the delivery until the second row of the note. */
  twinWithin: number
  /** The time from a change until the second row is changed as well. */
  changeSettles: number
}

const defaultTimings: Timings = {
  rowWithin: 20_000,
  ghostAfter: 2_000,
  settledWithin: 30_000,
  twinWithin: 10_000,
  changeSettles: 1_000,
}

/** The newest text that was sent and was not unsent. */
interface Standing {
  rowid: RowId
  twin: RowId | undefined
}

export class OwnMessages {
  readonly #options: OwnMessagesOptions
  readonly #timings: Timings
  #firstChat: ChatGuid | undefined
  #standing: Standing | undefined
  #isWindowDenied = false

  constructor(options: OwnMessagesOptions) {
    this.#options = options
    this.#timings = { ...defaultTimings, ...options.timings }
  }

  /** The reason why a step cannot be tried, even if its owner agrees. */
  obstacle(check: OwnMessageCheckId): SelftestReason | undefined {
    const isChange = ['own_tapback', 'own_edit', 'own_unsend'].includes(check)
    if (isChange && this.#standing === undefined) return 'earlier_step_missing'
    if (isChange && this.#isWindowDenied) return 'permission_missing'
    return check === 'own_reply' && this.#firstChat === undefined ? 'earlier_step_missing' : undefined
  }

  question(check: OwnMessageCheckId): string {
    return questions[check](this.#options.words)
  }

  checks(): Readonly<Record<OwnMessageCheckId, Check>> {
    const { words } = this.#options
    return {
      own_text: (context) => this.#sendText(words.text, context),
      own_file: (context) => this.#sendFile(context),
      own_reply: (context) => this.#sendText(words.reply, context),
      own_tapback: (context) => this.#change({ kind: 'tapback', emoji: '👍', remove: false }, context),
      own_edit: (context) => this.#change({ kind: 'edit', text: words.edited }, context),
      own_unsend: (context) => this.#change({ kind: 'unsend' }, context),
    }
  }

  async #sendText(text: string, context: SelftestContext): Promise<Outcome> {
    const message = { ...this.#addressed(), content: { text }, part: { kind: 'text', text } } as const
    return this.#send(message, { text }, context)
  }

  async #sendFile(context: SelftestContext): Promise<Outcome> {
    const { fileName: name, fileText } = this.#options.words
    const source = join(context.scratch, name)
    writeFileSync(source, fileText)
    const staging = stageFiles(context)
    const path = await staging.stage(source, name)
    const sha256 = createHash('sha256').update(fileText).digest('hex')
    const message = { ...this.#addressed(), content: { path }, part: { kind: 'file', path, name, sha256 } } as const
    const outcome = await this.#send(message, { fileName: name, bytes: Buffer.byteLength(fileText) }, context)
    // Messages may still read the file where its row names it, or where nothing is known about the row.
    const places = outcome.findings?.file_places
    const isNeeded =
      outcome.findings?.script_result !== 'not_sent' && (places === undefined || places.at(-1) === 'ours')
    if (!isNeeded) await staging.discard(path)
    return outcome
  }

  #addressed(): Pick<OwnMessage, 'to' | 'routes'> {
    const { to } = this.#options
    const byAddress: Route = { by: 'participant', service: 'iMessage', handle: to }
    const chat = this.#firstChat
    return { to, routes: chat === undefined ? [byAddress] : [{ by: 'chat', guid: chat }, byAddress] }
  }

  async #send(message: OwnMessage, sent: Sent, context: SelftestContext): Promise<Outcome> {
    const { home, base, programs, signal, nowMs } = context
    const app = openMessagesApp({ programs })
    if (!app.isAvailable) return leftOut('program_missing')
    const rows = readRowsSince(home)
    try {
      const afterRowid = rows.newestRowid()
      let handed: HandedOver | 'busy' | undefined
      const handing = handOver(message, { app, base, newestRowid: rows.newestRowid, nowMs, signal })
      const following = follow({
        rows,
        afterRowid,
        // A message that is on its way is followed to the end of its script at least.
        signal: new AbortController().signal,
        isOver: (seen) =>
          handed === 'busy' || (handed !== undefined && (signal.aborted || this.#isSettled(seen, sent, handed))),
      })
      const [result, seen] = await Promise.all([handing.then((end) => (handed = end)), following])
      if (result !== 'busy' && result.verdict.end.is !== 'not_sent') audit('sent', describe(sent), context)
      return result === 'busy' ? leftOut('sending_busy') : this.#judged({ sent, handed: result, seen, message, home })
    } finally {
      rows.close()
    }
  }

  #isSettled(seen: readonly Sighting[], sent: Sent, { verdict, endMs }: HandedOver): boolean {
    if (verdict.end.is === 'not_sent') return true
    const nowMs = performance.now()
    const { rowWithin, ghostAfter, settledWithin, twinWithin } = this.#timings
    const { own, twin, ghosts } = ownRows(seen, sent, this.#isOwnChat)
    const [row] = own
    if (row === undefined)
      return ghosts.some(({ firstMs }) => nowMs - firstMs >= ghostAfter) || nowMs - endMs >= rowWithin
    if (nowMs - row.firstMs >= settledWithin) return true
    // A message that went as SMS is never reported to be delivered.
    const final = row.row.status.service === 'iMessage' ? finalStates : [...finalStates, 'sent']
    const last = row.states.findLast(({ state }) => final.includes(state))
    if (last === undefined || last.state !== row.row.status.state || !isComplete(row, sent)) return false
    return twin !== undefined || nowMs - last.atMs >= twinWithin
  }

  readonly #isOwnChat = ({ chatGuid }: RowSince): boolean =>
    chatGuid !== null && sameHandle(chatGuid.split(';').at(-1) ?? '', this.#options.to)

  #judged({ sent, handed, seen, message, home }: ToJudge): Outcome {
    const found = ownRows(seen, sent, this.#isOwnChat)
    const { isOurs } = stageFiles({ home })
    const { attachments } = messagesPaths(home)
    const chatBefore = this.#firstChat
    const outcome = judgeSend({
      ...found,
      ...handed,
      sent,
      chatBefore,
      isStaged: isOurs,
      isOfMessages: (path) => path.startsWith(attachments + sep),
    })
    const [row] = found.own
    if (row !== undefined) this.#remember(row, found.twin, sent)
    const byAddress = message.routes.length > 1 ? 'address_after_chat' : 'address'
    const send_route = handed.route.by === 'chat' ? 'chat' : byAddress
    return { ...outcome, findings: { send_route, ...outcome.findings } }
  }

  #remember({ row }: Sighting, twin: Sighting | undefined, sent: Sent): void {
    if (row.status.state === 'failed') return
    this.#firstChat ??= row.chatGuid ?? undefined
    if ('text' in sent) this.#standing = { rowid: row.rowid, twin: twin?.row.rowid }
  }

  async #change(change: Change, context: SelftestContext): Promise<Outcome> {
    const standing = this.#standing
    if (standing === undefined) return leftOut('earlier_step_missing')
    const macos = await macosNumber(context.programs)
    const rows = readRowsSince(context.home)
    try {
      const afterRowid = (Math.min(standing.rowid, standing.twin ?? standing.rowid) - 1) as RowId
      const startMs = performance.now()
      let end: { error: unknown; atMs: number } | undefined
      const operating = operate(change, standing, context).then((error) => {
        end = { error, atMs: performance.now() }
        return end
      })
      const { changeSettles } = this.#timings
      const isOver = () =>
        end !== undefined && (end.error !== undefined || performance.now() - end.atMs >= changeSettles)
      const signal = new AbortController().signal
      const [{ error, atMs: endMs }, seen] = await Promise.all([
        operating,
        follow({ rows, afterRowid, signal, isOver }),
      ])
      const withRowid = (rowid: RowId | undefined) => seen.find(({ row }) => row.rowid === rowid)
      const outcome = judgeChange({
        change,
        error,
        macos,
        startMs,
        endMs,
        row: withRowid(standing.rowid),
        twin: withRowid(standing.twin),
        tapback: change.kind === 'tapback' ? seen.find(({ row }) => row.isFromMe && isReaction(row)) : undefined,
      })
      this.#noteChange(change, error)
      if (error === undefined || hasCode(error, 'send_uncertain')) audit('message_changed', change.kind, context)
      return outcome
    } finally {
      rows.close()
    }
  }

  #noteChange(change: Change, error: unknown): void {
    const stop = windowStop(error)
    if (stop === 'accessibility_denied' || stop === 'automation_denied') this.#isWindowDenied = true
    if (error === undefined && change.kind === 'unsend') this.#standing = undefined
  }
}

/** Writes an audit entry if a service was set up. The entry names neither the recipient nor the content. */
function audit(action: 'sent' | 'message_changed', what: string, { base, nowMs }: SelftestContext): void {
  const { auditFile: path } = serviceDir(base)
  if (!existsSync(base)) return
  openAuditLog({ path, now: nowMs }).append({ action, principal: 'command', target: `selftest ${what}`, result: 'ok' })
}

const describe = (sent: Sent): string => ('text' in sent ? `text, ${sent.text.length} characters` : 'file')

interface ToJudge {
  sent: Sent
  handed: HandedOver
  seen: readonly Sighting[]
  message: OwnMessage
  home: string
}

const finalStates: readonly string[] = ['failed', 'delivered', 'read']

/** Whether Messages has written everything that belongs to the row. */
function isComplete({ row }: Sighting, sent: Sent): boolean {
  if (row.chatGuid === null) return false
  if ('text' in sent) return !row.isBlank
  return row.files.some(({ path, transferState }) => path !== null && transferState >= finishedTransfer)
}

const isReaction = ({ association }: RowSince): boolean => association >= 2_000 && association < 3_000

/** Resolves with the error of the window, or undefined once chat.db shows the change. */
async function operate(change: Change, { rowid }: Standing, context: SelftestContext): Promise<unknown> {
  const { home, base, programs, nowMs } = context
  const contacts = readContacts(messagesPaths(home).addressBook)
  const history = openHistory({ home, contacts, readMarks: () => [] })
  const messages = openMessages(home)
  const { echoLogFile, sendLockFile } = serviceDir(base)
  const window = openMessagesWindow({
    programs,
    history,
    nowMs,
    features: messages.features,
    selfHandles: messages.selfHandles,
    // The owner has agreed to this very step, whatever the setting is for everything else.
    isOn: () => true,
    tryLock: () => (existsSync(echoLogFile) ? tryLock(sendLockFile) : { release: () => undefined }),
  })
  try {
    if (change.kind === 'edit') await window.edit({ rowid, text: change.text })
    else if (change.kind === 'unsend') await window.unsend({ rowid })
    else await window.tapback({ rowid, emoji: change.emoji, remove: change.remove })
    return undefined
  } catch (error) {
    return error
  } finally {
    for (const each of [history, messages, contacts]) each.close()
  }
}
