/** Decides whether the window of Messages can be operated on this Mac, and gives the reason when it cannot. */
import { ServiceError } from '../domain/service-error.ts'
import type { WindowDeps } from './deps.ts'
import { unsupported } from './refused.ts'
import { runWindowScript } from './run-window-script.ts'
import { type Refused, refusalFrom } from './script-answer.ts'

/** Checks what can be decided without asking macOS. */
export function findObstacle({ isOn, programs, features }: WindowDeps): Refused | null {
  if (!isOn())
    return unsupported('Switched off. The setting `send.ui_scripting` lets the window of Messages be operated for it.')
  if (programs.osascript === undefined) return unsupported('osascript is not on this machine; it comes with macOS.')
  try {
    return features().edits ? null : unsupported('This macOS is too old for it; macOS 13 and later can.')
  } catch (error) {
    if (error instanceof ServiceError) return unsupported(error.message)
    throw error
  }
}

/** Asks macOS at most once in `permissionHolds`, and once for all callers at the same time. */
export function permissionProbe(deps: WindowDeps): () => Promise<Refused | null> {
  let asked: { atMs: number; answer: Promise<Refused | null> } | undefined
  return () => {
    const nowMs = deps.nowMs()
    if (asked === undefined || nowMs - asked.atMs >= deps.timings.permissionHolds)
      asked = { atMs: nowMs, answer: askPermission(deps) }
    return asked.answer
  }
}

async function askPermission({ programs }: WindowDeps): Promise<Refused | null> {
  const answer = await runWindowScript(programs.osascript ?? '', ['allowed'])
  return answer.is === 'allowed' ? null : refusalFrom(answer)
}
