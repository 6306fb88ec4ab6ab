/** Scenarios with a Mac to which no message comes any more, although nothing fails. */
import { clearFault, type FaultName, setFault } from '../programs/faults.ts'
import type { Scenario, Stage } from './stage.ts'

const HOUR_MS = 3_600_000
const USUAL_HOURS = 8 * 7 * 24

export const silenceScenarios: Record<string, Scenario> = {
  'mac-quiet': {
    description: 'after eight weeks with a message in each hour, none comes for a while, then one does',
    play: (stage) => silence(stage),
  },
  'mac-quiet-messages-closed': {
    description: 'the same, since Messages is not open',
    play: (stage) => silence(stage, 'not-running'),
  },
  'mac-quiet-signed-out': {
    description: 'the same, since no account is signed in to Messages',
    play: (stage) => silence(stage, 'signed-out'),
  },
}

async function silence(stage: Stage, fault?: FaultName): Promise<void> {
  const messages = stage.messages()
  const nowMs = stage.nowMs()
  const usual = messages.transaction(() =>
    Array.from({ length: USUAL_HOURS }, (_, index) => {
      const atMs = nowMs - (USUAL_HOURS - index) * HOUR_MS
      return messages.receive({ from: stage.friend, text: `as in every hour, ${index + 1}`, atMs, read: true })
    }),
  )
  stage.expect('history', 'the first of eight weeks with a message in each hour', usual[0])
  stage.hear('the last before the silence')
  if (fault !== undefined) {
    setFault(stage.home, { name: fault, times: null })
    stage.expect('nothing', `${fault} is set`)
  }
  await stage.pause(stage.outageMs)
  if (fault !== undefined) clearFault(stage.home, fault)
  stage.hear('the first after the silence')
}
