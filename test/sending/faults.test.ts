import { expect, test } from 'vitest'
import { type FaultName, setFault } from '../../simulator/programs/faults.ts'
import type { ErrorCode } from '../../src/contract/errors.ts'
import type { SendState } from '../../src/contract/send.ts'
import type { SendingDeps } from '../../src/sending/deps.ts'
import type { SendOrder } from '../../src/sending/sending.ts'
import { patienceMs, until } from '../harness/until.ts'
import { anna, type SendingOptions, sendingSetup, textTo } from './setup.ts'

interface Outcome {
  state: SendState
  code?: ErrorCode
  service?: string
  /** Rows in chat.db, of any kind. */
  rows: number
  /** Runs of scripts that send. */
  runs: number
}

interface Case extends SendingOptions {
  fault: FaultName
  times?: number
  afterMs?: number
  order?: Partial<SendOrder>
  /** Whether a chat exists already. */
  isKnown?: boolean
  becomes: Outcome
}

const quick = { rowWithin: 400 }
const bySms = { to: { handle: anna, service: 'SMS' as const } }

const cases: Record<string, Case> = {
  'Automation was not granted': {
    fault: 'automation-denied',
    becomes: { state: 'failed', code: 'automation_denied', rows: 0, runs: 1 },
  },
  'Messages is not running: it is opened, and the message goes': {
    fault: 'not-running',
    launchMs: patienceMs,
    becomes: { state: 'delivered', rows: 1, runs: 2 },
  },
  'Messages goes away once': {
    fault: 'connection-invalid',
    times: 1,
    launchMs: patienceMs,
    becomes: { state: 'delivered', rows: 1, runs: 2 },
  },
  'Messages goes away again and again: it is tried twice': {
    fault: 'connection-invalid',
    becomes: { state: 'failed', code: 'messages_not_running', rows: 0, runs: 2 },
  },
  'Messages is signed out': {
    fault: 'signed-out',
    becomes: { state: 'failed', code: 'messages_signed_out', rows: 0, runs: 1 },
  },
  'no iPhone forwards texts': {
    fault: 'no-sms-forwarding',
    order: bySms,
    becomes: { state: 'failed', code: 'messages_signed_out', rows: 0, runs: 1 },
  },
  'this macOS knows no RCS': {
    fault: 'no-rcs',
    order: { to: { handle: anna, service: 'RCS' } },
    becomes: { state: 'failed', code: 'send_failed', rows: 0, runs: 1 },
  },
  'the script breaks once': { fault: 'script-error', times: 1, becomes: { state: 'delivered', rows: 1, runs: 2 } },
  'Messages knows the chat by no name, and the person neither': {
    fault: 'no-such-chat',
    isKnown: true,
    becomes: { state: 'failed', code: 'chat_not_loaded', rows: 1, runs: 4 },
  },
  'Messages has not loaded the chat: the next way is taken': {
    fault: 'no-such-chat',
    times: 1,
    isKnown: true,
    becomes: { state: 'delivered', rows: 2, runs: 4 },
  },
  'the service cannot be made out': {
    fault: 'any-service',
    becomes: { state: 'failed', code: 'send_failed', rows: 0, runs: 1 },
  },
  'the handler fails: nobody knows whether it went': {
    fault: 'handler-failed',
    becomes: { state: 'uncertain', code: 'send_uncertain', rows: 0, runs: 1 },
  },
  'no answer, and nothing went': {
    fault: 'timeout',
    deadlineMs: 1_000,
    becomes: { state: 'uncertain', code: 'send_uncertain', rows: 0, runs: 1 },
  },
  'no answer, yet it went': {
    fault: 'timeout-sent',
    deadlineMs: 8_000,
    becomes: { state: 'delivered', rows: 1, runs: 1 },
  },
  'a prompt that nobody sees': {
    fault: 'hangs',
    deadlineMs: 1_000,
    becomes: { state: 'uncertain', code: 'send_uncertain', rows: 0, runs: 1 },
  },
  'noise before the answer': { fault: 'banner', becomes: { state: 'delivered', rows: 1, runs: 1 } },
  'a ghost row': {
    fault: 'ghost-row',
    timings: { ghostAfter: 300 },
    becomes: { state: 'failed', code: 'ghost_row', rows: 1, runs: 1 },
  },
  'error 22: it goes as SMS': {
    fault: 'error-22',
    times: 1,
    timings: { fallBackAfter: 300 },
    becomes: { state: 'sent', service: 'SMS', rows: 2, runs: 2 },
  },
  'error 22, and the setting forbids SMS': {
    fault: 'error-22',
    settings: { sms_fallback: false },
    becomes: { state: 'failed', code: 'recipient_unreachable', rows: 1, runs: 1 },
  },
  'error 22 to an e-mail address': {
    fault: 'error-22',
    order: { to: { handle: 'anna@example.com' } },
    becomes: { state: 'failed', code: 'recipient_unreachable', rows: 1, runs: 1 },
  },
  'error 22, and as SMS neither': {
    fault: 'error-22',
    timings: { fallBackAfter: 300 },
    becomes: { state: 'failed', code: 'recipient_unreachable', service: 'SMS', rows: 2, runs: 2 },
  },
  'error 22, and Messages sends it as SMS by itself': {
    fault: 'downgrades',
    becomes: { state: 'sent', service: 'SMS', rows: 1, runs: 1 },
  },
  'the recipient gets it long after it was sent': {
    fault: 'delivered-late',
    afterMs: 2_500,
    timings: quick,
    becomes: { state: 'delivered', rows: 1, runs: 1 },
  },
  'error 25': { fault: 'error-25', becomes: { state: 'failed', code: 'file_unreadable', rows: 1, runs: 1 } },
  'the row comes when it was given up already': {
    fault: 'lands-late',
    afterMs: 1_500,
    timings: quick,
    becomes: { state: 'delivered', rows: 1, runs: 1 },
  },
  'it lands as SMS': { fault: 'lands-in-sms', becomes: { state: 'sent', service: 'SMS', rows: 1, runs: 1 } },
  'it never lands': {
    fault: 'never-lands',
    timings: quick,
    becomes: { state: 'uncertain', code: 'send_uncertain', rows: 0, runs: 1 },
  },
}

test.for(Object.entries(cases))(
  '%s',
  async ([, { fault, times = null, afterMs, order, isKnown, becomes, ...options }]) => {
    await using it = sendingSetup({ ...options, settings: { confirm_timeout_s: 1, ...options.settings } })
    const { mac, sending, ledger, runs } = it
    if (isKnown) mac.messages.receive({ from: anna, text: 'Hi' })
    setFault(mac.home, { name: fault, times, ...(afterMs !== undefined && { afterMs }) })
    const { id } = await sending.send(textTo(anna, 'Hello', order))
    const isDone = () => ledger.findSend(id)?.state === becomes.state && runs() >= becomes.runs
    await until(isDone, { describe: () => `${JSON.stringify(ledger.findSend(id))} ${it.logged.join('\n')}` })
    expect(ledger.findSend(id)).toMatchObject({
      state: becomes.state,
      error: becomes.code ? { code: becomes.code } : null,
      ...(becomes.service && { service: becomes.service }),
      sms_fallback: becomes.rows === 2 && becomes.service === 'SMS',
    })
    expect([mac.rows('SELECT 1 FROM message').length, runs()]).toEqual([becomes.rows, becomes.runs])
  },
)

test('a send without a row does not wait an hour longer because the clock was set back', async () => {
  let fastMs = 3_600_000
  const wrap = (parts: SendingDeps) => ({ ...parts, nowMs: () => Date.now() + fastMs })
  await using it = sendingSetup({ wrap, timings: { rowWithin: 30_000 }, settings: { confirm_timeout_s: 1 } })
  setFault(it.mac.home, { name: 'never-lands', times: 1 })
  const { id } = await it.sending.send(textTo(anna, 'Hello'))
  await until(() => it.ledger.listFollowed(Date.now() + fastMs)[0]?.endedAtMs != null)
  expect(it.sending.get(id)?.state).toBe('handed_over')
  fastMs = 0
  await until(() => it.sending.get(id)?.state === 'uncertain')
})
