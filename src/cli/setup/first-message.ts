/** Follows the first message from Messages to its destinations, at the end of setup at the terminal. */
import { setTimeout as pause } from 'node:timers/promises'
import type { ListedDelivery } from '../../store/journal/delivery-list.ts'
import type { JournalReader } from '../../store/journal/reader.ts'
import { plain } from '../plugins/format-plugins.ts'

const pollMs = 200
/** More deliveries than the first message has during setup. */
const mostListed = 50

interface Following {
  journal: Pick<JournalReader, 'deliveries' | 'deliveryContent' | 'skippedSenders'>
  titleOf(plugin: string): string
  say(...lines: readonly string[]): void
  signal: AbortSignal
}

/**
 * Says of each message that comes in from now on how it goes its way, or that it goes nowhere since its sender is not chosen.
 * Resolves once a destination has accepted one, or when the signal aborts.
 */
export async function followFirstMessage({ journal, titleOf, say, signal }: Following): Promise<void> {
  const [last] = journal.deliveries({ limit: 1 })
  const lastHeldBack = newestHeldBack(journal)
  const told = new Map<string, string>()
  let isHeldBackTold = false
  while (!signal.aborted) {
    const found = journal
      .deliveries({ limit: mostListed })
      .filter(({ seq, isTest, state }) => seq > (last?.seq ?? 0) && !isTest && state !== 'queued')
      .toReversed()
    for (const each of found) {
      const words = wordsFor(each, titleOf(each.integration))
      if (told.get(each.id) === words) continue
      told.set(each.id, words)
      say(`  ${[receivedAt(each, journal), `relayed ${timeOf(each.createdAtMs)}`, words].filter(Boolean).join(' · ')}`)
    }
    if (found.some(({ state }) => state === 'delivered')) return
    if (!isHeldBackTold && newestHeldBack(journal) > lastHeldBack) {
      isHeldBackTold = true
      say('  A message came in and was not relayed: its sender isn’t chosen. Add people with: service setup')
    }
    await pause(pollMs, undefined, { signal }).catch(() => undefined)
  }
}

/** Returns the ROWID of the newest message whose sender is not chosen. */
const newestHeldBack = (journal: Following['journal']): number =>
  Math.max(
    0,
    ...journal.skippedSenders(mostListed).map(({ outcome, rowid }) => (outcome === 'out_of_scope' ? rowid : 0)),
  )

/** Undefined once the text of the message is gone. */
function receivedAt({ id }: ListedDelivery, journal: Following['journal']): string | undefined {
  const { message } = journal.deliveryContent(id)
  return message === null ? undefined : `Received ${timeOf(message.sentAtMs)}`
}

function wordsFor({ state, answerStatus, durationMs, lastError }: ListedDelivery, title: string): string {
  const name = plain(title)
  const after = durationMs === null ? '' : ` in ${durationMs} ms`
  if (state === 'delivered')
    return answerStatus === null ? `${name} accepted the message${after}` : `${name} answered ${answerStatus}${after}`
  const reason = lastError === null ? '' : `: ${plain(lastError)}`
  return `${name} ${{ failed: 'failed', filtered: 'got nothing', retrying: 'is tried again', queued: 'waits' }[state]}${reason}`
}

const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' })
const timeOf = (ms: number): string => clock.format(new Date(ms))
