import { expect, it, onTestFinished } from 'vitest'
import { openMessagesApp, openPane, revealProgram } from './open-on-mac.ts'
import { restartProcess } from './restart-process.ts'
import { macWithout, request, testServices } from './test-services.ts'

const servicesOf = testServices(onTestFinished)
const far = { ...request, isHere: false }

it('opens a pane for a person at the Mac, and refuses others with a reason', async () => {
  const { services } = servicesOf()
  expect(await openPane({ pane: 'automation' }, services, request)).toEqual({ opened: true })
  await expect(openPane({ pane: 'automation' }, services, far)).rejects.toMatchObject({ code: 'unsupported' })
  await expect(revealProgram({}, services, far)).rejects.toMatchObject({ code: 'unsupported' })
})

it('restarts a process that launchd runs, and otherwise says what to type', async () => {
  const { services, audited } = servicesOf()
  expect(await restartProcess({ process: 'bridge' }, services, request)).toEqual({
    process: 'bridge',
    restarting: true,
  })
  expect(audited()).toMatchObject([{ action: 'process_restarted', target: 'bridge' }])
  const agents = { ...macWithout.agents, stateOf: async () => ({ is: 'absent' as const, pid: null }) }
  await expect(
    restartProcess({ process: 'bridge' }, { ...services, mac: { ...macWithout, agents } }, request),
  ).rejects.toMatchObject({
    code: 'unsupported',
    details: { command: 'service up' },
  })
})

it('opens Messages for anybody who may, and says why it did not', async () => {
  const { services, audited } = servicesOf()
  expect(await openMessagesApp({}, services, far)).toEqual({ opened: true })
  expect(audited()).toMatchObject([{ action: 'messages_opened', target: 'Messages' }])
  const desk = { ...macWithout.desk, openMessages: async () => 'ended with 1' }
  await expect(openMessagesApp({}, { ...services, mac: { ...macWithout, desk } }, far)).rejects.toMatchObject({
    code: 'unsupported',
    details: { reason: 'ended with 1' },
  })
})
