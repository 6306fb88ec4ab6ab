import { expect, it, onTestFinished } from 'vitest'
import { openPane, revealProgram } from './open-on-mac.ts'
import { restartProcess } from './restart-process.ts'
import { asked, macWithout, testDoors } from './test-doors.ts'

const doorsOf = testDoors(onTestFinished)
const far = { ...asked, isHere: false }

it('opens a pane for a person at the Mac, and refuses others with a reason', async () => {
  const { doors } = doorsOf()
  expect(await openPane({ pane: 'automation' }, doors, asked)).toEqual({ opened: true })
  await expect(openPane({ pane: 'automation' }, doors, far)).rejects.toMatchObject({ code: 'unsupported' })
  await expect(revealProgram({}, doors, far)).rejects.toMatchObject({ code: 'unsupported' })
})

it('restarts a process that launchd runs, and otherwise says what to type', async () => {
  const { doors, audited } = doorsOf()
  expect(await restartProcess({ process: 'bridge' }, doors, asked)).toEqual({ process: 'bridge', restarting: true })
  expect(audited()).toMatchObject([{ action: 'process_restarted', target: 'bridge' }])
  const agents = { ...macWithout.agents, stateOf: async () => ({ is: 'absent' as const, pid: null }) }
  await expect(
    restartProcess({ process: 'bridge' }, { ...doors, mac: { ...macWithout, agents } }, asked),
  ).rejects.toMatchObject({
    code: 'unsupported',
    details: { command: 'service up' },
  })
})
