/** Scenarios with faults of sending, each of which affects the next send that the service tries. */
import { faultNames, faults, setFault } from '../programs/faults.ts'
import type { Scenario } from './stage.ts'

const faultScenarios = faultNames.map((name): [string, Scenario] => [
  `send-${name}`,
  {
    description: `the next send: ${faults[name].does}`,
    play(stage) {
      setFault(stage.home, { name, times: faults[name].on === 'state' ? null : 1 })
      stage.expect('nothing', `${name} is set`)
    },
  },
])

export const sendingScenarios: Record<string, Scenario> = {
  ...Object.fromEntries(faultScenarios),
  'ghost-row': {
    description: 'an outgoing row without text, chat or effect stands in chat.db',
    play(stage) {
      stage.expect('nothing', 'a ghost row', stage.messages().ghost({ chat: stage.friend }))
    },
  },
  'scheduled-in-messages': {
    description: 'Messages itself is to send a message in thirty days',
    play(stage) {
      const dueMs = stage.nowMs() + 30 * 86_400_000
      const scheduled = stage.messages().sendLater({ to: stage.friend, text: 'see you in a month', dueMs })
      stage.expect('nothing', 'a message that is to be sent in thirty days', scheduled)
      stage.hear('a message of today, beside one of next month')
    },
  },
}
