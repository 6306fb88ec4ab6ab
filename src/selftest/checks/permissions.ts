/** Checks what macOS permits to the program that runs the self-test, by trying it. */
import { setTimeout as pause } from 'node:timers/promises'
import type { SelftestReason } from '../../contract/selftest.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { openChatDb } from '../../mac/chat-db.ts'
import { readContacts } from '../../mac/contacts.ts'
import { type ContactsProblem, listStores } from '../../mac/contacts-folder.ts'
import { messagesPaths } from '../../mac/messages-paths.ts'
import { runWindowScript } from '../../messages-window/run-window-script.ts'
import { refusalFrom } from '../../messages-window/script-answer.ts'
import { type Automation, automationProbe } from '../../sending/messages/automation.ts'
import { asExpected, type Check, failed, leftOut, type Outcome } from '../check.ts'

/** Opens chat.db and reads from it, as the bridge does. A database that lacks columns can be read all the same. */
export const checkFullDiskAccess: Check = ({ home }) => {
  try {
    openChatDb(messagesPaths(home).database).close()
  } catch (error) {
    if (!hasSchemaTrouble(error)) throw error
  }
  return asExpected()
}

const hasSchemaTrouble = (error: unknown): boolean =>
  error instanceof ServiceError && error.code === 'messages_schema_unknown'

export const checkContacts: Check = ({ home }) => {
  const folder = messagesPaths(home).addressBook
  const contacts = readContacts(folder)
  try {
    const problem = contacts.problems()[0]
    const stores = listStores(folder, []).length
    return problem === undefined ? asExpected({ stores }) : ofProblem(problem, stores)
  } finally {
    contacts.close()
  }
}

const ofProblem = ({ kind }: ContactsProblem, stores: number): Outcome =>
  (kind === 'absent' ? leftOut : failed)(`contacts_${kind}`, { stores })

const askAgainMs = 200
const patienceMs = 6_000

/** Neither starts Messages nor sends. macOS may ask its owner, who is given some seconds. */
export const checkAutomation: Check = async ({ programs, nowMs, signal }) => {
  const probe = automationProbe({ programs, nowMs })
  const end = performance.now() + patienceMs
  let state = await probe.ask()
  while (state === 'checking' && performance.now() < end) {
    await pause(askAgainMs, undefined, { signal })
    state = await probe.ask()
  }
  return ofAutomation[state]
}

const ofAutomation: Readonly<Record<Automation, Outcome>> = {
  granted: asExpected(),
  denied: failed('permission_missing', { errors: [-1743] }),
  checking: failed('no_answer'),
  unanswered: failed('no_answer'),
  not_running: leftOut('messages_not_running', { errors: [-600] }),
  no_osascript: leftOut('program_missing'),
}

/** Asks System Events only whether it may see windows. */
export const checkAccessibility: Check = async ({ programs: { osascript } }) => {
  if (osascript === undefined) return leftOut('program_missing')
  const answer = await runWindowScript(osascript, ['allowed'])
  if (answer.is === 'allowed') return asExpected()
  const reason: SelftestReason = refusalFrom(answer).code === 'unsupported' ? 'no_answer' : 'permission_missing'
  return leftOut(reason, answer.is === 'failed' && answer.number !== null ? { errors: [answer.number] } : {})
}
