/**
 * Makes one change to one message: identifies it for certain, performs the change, then waits until chat.db shows it.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Message } from '../contract/message.ts'
import { sameHandle } from '../domain/handles.ts'
import { ServiceError } from '../domain/service-error.ts'
import { faultOfText } from '../domain/text-to-send.ts'
import { findObstacle } from './availability.ts'
import { balloonAction } from './balloon-actions.ts'
import { type Change, isMade } from './change.ts'
import type { WindowDeps } from './deps.ts'
import { neighbourhood, refusalOf } from './refusal.ts'
import { refuse, refusedError, unsupported } from './refused.ts'
import { runWindowScript } from './run-window-script.ts'
import { findBalloon, refusalFrom, type ScriptAnswer } from './script-answer.ts'
import { waitUntilShown } from './wait-until-shown.ts'

/** The message as it is now, and the titles that its conversation may have in the window. */
interface Target {
  message: Message
  titles: string[]
  /** Whether it is one's own message to oneself. */
  isNote: boolean
}

export async function changeMessage(deps: WindowDeps, rowid: number, change: Change): Promise<Message> {
  refuse(findObstacle(deps))
  refuseUnwritable(change)
  const { message } = findChangeable(deps, rowid, change)
  if (isMade(change, message)) return message
  const lock = await acquireLock(deps)
  try {
    // While this call waited for its turn, the message may have changed, or somebody may have written.
    const target = findChangeable(deps, rowid, change)
    if (isMade(change, target.message)) return target.message
    await operate(deps, target, change)
    return await waitUntilShown({ history: deps.history, timings: deps.timings, rowid, change })
  } finally {
    lock.release()
  }
}

function refuseUnwritable(change: Change): void {
  const fault = change.kind === 'edit' ? faultOfText(change.text) : undefined
  if (fault !== undefined) throw new ServiceError('invalid_request', `The text ${fault}.`, { path: 'text' })
}

/** Throws where the message may not be changed, unless it already is as wanted. */
function findChangeable({ history, nowMs, selfHandles }: WindowDeps, rowid: number, change: Change): Target {
  const [placed] = history.placed([rowid])
  const conversation = placed && history.conversation(placed.conversation_guid)
  if (placed === undefined || conversation === undefined)
    throw new ServiceError('message_not_found', 'There is no such message.', { rowid })
  const { message, conversation_name: name, address } = placed
  const newest = history.messages(conversation.guid, { limit: neighbourhood }) ?? []
  const reason = isMade(change, message) ? null : refusalOf(change, message, { newest, nowMs: nowMs() })
  if (reason !== null) refuse(unsupported(reason))
  if (conversation.is_group) return { message, titles: [name], isNote: false }
  const isNote = message.is_from_me && selfHandles().some((own) => sameHandle(own, address))
  return { message, titles: [name, address], isNote }
}

async function acquireLock({ tryLock, timings }: WindowDeps): Promise<{ release(): void }> {
  for (let waited = 0; waited < timings.lockWithin; waited += timings.lockAgain) {
    const lock = tryLock()
    if (lock !== undefined) return lock
    await pause(timings.lockAgain)
  }
  throw refusedError(unsupported('Messages is busy with what is being sent. Repeat it in a moment.'))
}

/** Resolves once the action was performed; the script cannot know whether it succeeded. */
async function operate({ programs }: WindowDeps, { message, titles, isNote }: Target, change: Change): Promise<void> {
  const run = (...words: string[]) => runWindowScript(programs.osascript ?? '', words)
  const shown = await run('look', message.guid, message.text, ...titles)
  if (shown.is !== 'seen') throw refusedError(refusalFrom(shown))
  const found = findBalloon(shown.window, { titles, text: message.text, isNote })
  if ('stop' in found) throw refusedError(refusalFrom({ is: 'stopped', why: found.stop }))
  const args = [shown.window.title, found.balloon, balloonAction(change) ?? '']
  const verb = (name: string) => (isNote ? `${name}-own` : name)
  const answer = await (change.kind === 'edit'
    ? run(verb('edit'), ...args, change.text)
    : run(verb('perform'), ...args))
  if (wasBefore(answer)) throw refusedError(refusalFrom(answer))
}

/** Whether the script reports that it ended before it changed anything. */
const wasBefore = (answer: ScriptAnswer): boolean =>
  answer.is === 'stopped' || (answer.is === 'failed' && answer.number !== null)
