/** Polls the mailbox and hands over every new mail, one after another. */
import type { PluginContext } from '../../plugin-api/index.ts'
import { pause } from '../shared/until-aborted.ts'
import { type ImapAddress, ImapProblem, type MailHead, openImap } from './imap.ts'
import type { Place } from './place.ts'

export interface RepliesDeps {
  address: ImapAddress
  mailbox: string
  place: Place
  everyMs: number
  /** Rejects when a later attempt may succeed. */
  handle(mail: MailHead, fetch: () => Promise<Buffer | undefined>): Promise<void>
  log: Pick<PluginContext, 'log_warn' | 'log_error' | 'log_info'>
  signal: AbortSignal
}

const longestPauseMs = 600_000
const mostTries = 5

/** Resolves once the signal is aborted. */
export async function watchReplies(deps: RepliesDeps): Promise<void> {
  const { everyMs, log, signal } = deps
  const tries = { uid: 0, count: 0 }
  let failures = 0
  let said = ''
  while (!signal.aborted) {
    try {
      await look(deps, tries)
      failures = 0
      said = ''
    } catch (error) {
      if (signal.aborted) return
      failures++
      const problem = error instanceof ImapProblem ? error.message : 'unexpected failure'
      if (problem !== said) log.log_warn(`No answers can be fetched: ${problem}.`)
      said = problem
    }
    await pause(failures === 0 ? everyMs : Math.min(everyMs * 2 ** (failures - 1), longestPauseMs), signal)
  }
}

async function look(deps: RepliesDeps, tries: { uid: number; count: number }): Promise<void> {
  const { address, mailbox, place, log, signal } = deps
  const imap = await openImap(address, signal)
  try {
    const { uidValidity, uidNext } = await imap.examine(mailbox)
    const next = place.next(uidValidity)
    if (next === undefined) {
      // Mails that were there before the first poll are ignored.
      place.keep(uidValidity, uidNext)
      return log.log_info('Answers are looked for from now on.')
    }
    const heads = await imap.heads(next)
    for (const head of heads.sort((a, b) => a.uid - b.uid)) {
      if (signal.aborted || !(await isDone(deps, head, { tries, fetch: () => imap.message(head.uid) }))) return
      place.keep(uidValidity, head.uid + 1)
    }
  } finally {
    imap.close()
  }
}

interface Attempt {
  tries: { uid: number; count: number }
  fetch(): Promise<Buffer | undefined>
}

/** Gives up a mail that fails repeatedly, so that it does not block those behind it. */
async function isDone({ handle, log }: RepliesDeps, head: MailHead, { tries, fetch }: Attempt): Promise<boolean> {
  Object.assign(tries, { uid: head.uid, count: tries.uid === head.uid ? tries.count + 1 : 1 })
  try {
    await handle(head, fetch)
  } catch {
    if (tries.count < mostTries) return false
    log.log_error('An answer was given up.')
  }
  return true
}
