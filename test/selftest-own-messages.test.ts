import { existsSync, readFileSync } from 'node:fs'
import { delimiter } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type ActiveFault, setFault } from '../simulator/programs/faults.ts'
import { type TemporaryMac, temporaryMac } from '../simulator/temporary-mac.ts'
import { runHere } from '../src/cli/test-run-here.ts'
import { exitCodes } from '../src/contract/errors.ts'
import type { SelftestReport } from '../src/contract/selftest.ts'
import { ownMessageSteps } from '../src/contract/selftest-own-messages.ts'
import { formatReport } from '../src/selftest/format-report.ts'
import { configure, dirOf } from './harness/bridge-process.ts'
import { sitting as sit } from './harness/own-messages.ts'
import { anna, relaySetup } from './harness/relay-setup.ts'
import { until } from './harness/until.ts'

/** Messages was used before, since own addresses are known by own messages only. */
function macOfTest(options: Parameters<typeof temporaryMac>[0] = {}): TemporaryMac {
  const mac = temporaryMac(options)
  onTestFinished(() => mac.close())
  mac.messages.send({ to: anna, text: 'Gladly', state: 'delivered' })
  return mac
}

/** Returns also how each step ended. */
async function sitting(...args: Parameters<typeof sit>) {
  const { report, shown } = await sit(...args)
  return { report, shown, ends: endsOf(report) }
}

const endsOf = ({ results }: SelftestReport) =>
  Object.fromEntries(results.map(({ check, state, reason }) => [check, reason ?? state]))
const findingsOf = ({ results }: SelftestReport, id: string) => results.find(({ check }) => check === id)?.findings
const always = (name: ActiveFault['name'], more: Partial<ActiveFault> = {}) => ({ name, times: null, ...more })
const count = (mac: TemporaryMac) => mac.row('SELECT count(*) AS n FROM message')?.n

test.each([26] as const)(
  'macOS %i: each step that is agreed to runs and is followed to its rows, and the report names none of them',
  async (macos) => {
    const mac = macOfTest({ macos })
    const { report, shown, ends } = await sitting(mac, { answers: { '?': 'y' } })
    expect(ends).toEqual(Object.fromEntries(ownMessageSteps.map((step) => [`own_${step}`, 'as_expected'])))
    expect(findingsOf(report, 'own_text')).toMatchObject({
      send_route: 'address',
      script_result: 'handed_over',
      rows: 1,
      text_equal: true,
      service: 'iMessage',
      twin: 'same_chat',
    })
    expect(findingsOf(report, 'own_text')?.states?.at(-1)).toBe('delivered')
    expect(findingsOf(report, 'own_file')).toMatchObject({
      send_route: 'chat',
      file_rows: 1,
      file_name_equal: true,
      file_size_equal: true,
      transfer_states: [5],
    })
    expect(findingsOf(report, 'own_file')?.file_places).toEqual(['messages'])
    expect(findingsOf(report, 'own_reply')).toMatchObject({ same_chat: true, in_thread: false })
    expect(findingsOf(report, 'own_tapback')).toMatchObject({ tapback_type: 2001, tapback_target: 'part' })
    expect(findingsOf(report, 'own_edit')).toMatchObject({ date_edited: true, text_equal: true, twin_changed: false })
    expect(findingsOf(report, 'own_unsend')).toMatchObject({ emptied: true, date_retracted: false })

    const words = `${JSON.stringify(report)}${formatReport(report)}`
    const guids = mac.rows('SELECT guid FROM message UNION SELECT guid FROM chat UNION SELECT guid FROM attachment')
    const secrets = [mac.self.email, mac.self.phone, mac.self.name, mac.home, anna, 'Test of', 'Test des', '.txt']
    for (const secret of [...secrets, ...guids.map(({ guid }) => String(guid))]) expect(words).not.toContain(secret)
    expect(shown).toContain(`Messages are sent to ${mac.self.email}.`)
  },
)

test('everything that a step sent or changed is in the audit log of an installed service, without recipient and text', async () => {
  const mac = macOfTest()
  const { auditFile, base } = dirOf(mac.home)
  await sitting(mac, { agreed: ['text'] })
  expect(existsSync(base)).toBe(false)
  configure(mac.home, {})
  await sitting(mac, { agreed: ['text', 'file'], answers: { React: 'y', Change: 'y', Unsend: 'n' } })
  const written = readFileSync(auditFile, 'utf8')
  const entries = written
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(entries.map(({ action, principal, target }) => [action, principal, target])).toEqual([
    ['sent', 'command', expect.stringMatching(/^selftest text, \d+ characters$/)],
    ['sent', 'command', 'selftest file'],
    ['message_changed', 'command', 'selftest tapback'],
    ['message_changed', 'command', 'selftest edit'],
  ])
  for (const secret of [mac.self.email, 'Test of', '.txt']) expect(written).not.toContain(secret)

  // A message that Messages refused was not sent.
  setFault(mac.home, always('automation-denied'))
  await sitting(mac, { agreed: ['text'] })
  expect(readFileSync(auditFile, 'utf8')).toBe(written)
})

test('a declined step changes nothing, and steps that depend on it are left out without a question', async () => {
  const mac = macOfTest()
  const before = count(mac)
  const declined = await sitting(mac, { answers: { Send: 'n' } })
  expect(declined.ends).toEqual({
    own_text: 'not_agreed',
    own_file: 'not_agreed',
    own_reply: 'earlier_step_missing',
    own_tapback: 'earlier_step_missing',
    own_edit: 'earlier_step_missing',
    own_unsend: 'earlier_step_missing',
  })
  expect(declined.shown.match(/\[y\/N\]/g)).toHaveLength(2)
  expect(count(mac)).toBe(before)

  const left = await sitting(mac, { answers: { Send: '\u0003' } })
  expect(left.report.ended).toBe('stopped')
  expect(new Set(Object.values(left.ends))).toEqual(new Set(['stopped']))
  expect(count(mac)).toBe(before)

  const { ends } = await sitting(mac, { agreed: ['text'] })
  expect(ends).toMatchObject({ own_text: 'as_expected', own_file: 'not_agreed', own_tapback: 'not_agreed' })
  expect(count(mac)).toBe(Number(before) + 2)
  expect(mac.rows('SELECT 1 FROM attachment')).toEqual([])
})

test('without a terminal nothing is sent that was not agreed to beforehand, and nothing to anybody else', async () => {
  const mac = macOfTest()
  const before = count(mac)
  const PATH = [mac.bin, process.env.PATH].join(delimiter)
  const run = (...args: string[]) =>
    runHere(mac.home, ['selftest', '--json', '--only', 'own_messages', ...args], { PATH })
  const asked = async (...args: string[]) => endsOf(JSON.parse((await run(...args)).stdout) as SelftestReport)

  expect(new Set(Object.values(await asked()))).toEqual(new Set(['not_asked']))
  expect(await asked('--send', '--to', mac.self.email)).toMatchObject({
    own_text: 'not_agreed',
    own_file: 'not_agreed',
  })
  const refused = await run('--send', '--to', anna, '--agree', 'text')
  expect(refused).toMatchObject({ status: exitCodes.usage, stdout: '' })
  expect(refused.stderr).toContain('not one of your own addresses')
  expect((await run('--agree', 'text')).status).toBe(exitCodes.usage)
  expect((await run('--send', '--agree', 'text,everything')).status).toBe(exitCodes.usage)
  expect(count(mac)).toBe(before)
  expect(await asked('--send', '--to', mac.self.email, '--agree', 'text')).toMatchObject({ own_text: 'as_expected' })
})

test("an address that Messages only assumes to be one's own is refused", async () => {
  const mac = macOfTest()
  mac.messages.db.exec(`UPDATE chat SET last_addressed_handle = '${anna}'`)
  await expect(sitting(mac, { to: anna, agreed: ['text'] })).rejects.toThrow('not one of your own addresses')
})

const short = { rowWithin: 1_500, ghostAfter: 500, twinWithin: 500 }
test.each([
  [always('ghost-row'), 'ghost_row', { ghost_rows: 1, rows: 0, script_result: 'handed_over' }],
  [always('error-22'), 'row_failed', { row_error: 22, script_result: 'handed_over' }],
  [always('never-lands'), 'no_row', { rows: 0, script_result: 'handed_over' }],
  [always('handler-failed'), 'send_uncertain', { script_error: -10_000, script_result: 'uncertain' }],
  [always('automation-denied'), 'not_sent', { script_error: -1743, script_result: 'not_sent' }],
  [always('lands-in-sms'), 'row_differs', { service: 'SMS' }],
  [always('note-single'), 'as_expected', { twin: 'none' }],
  [{ name: 'not-running', times: 1 }, 'as_expected', { twin: 'same_chat' }],
] as const)('%j: the text ends as %s', async (fault, end, findings) => {
  const mac = macOfTest()
  setFault(mac.home, fault)
  const { report, ends } = await sitting(mac, { agreed: ['text'], timings: short })
  expect(ends.own_text).toBe(end)
  expect(findingsOf(report, 'own_text')).toMatchObject(findings)
})

test('a second row that arrives late is waited for', async () => {
  const mac = macOfTest()
  setFault(mac.home, always('note-copy-late', { afterMs: 700 }))
  const { report, ends } = await sitting(mac, { agreed: ['text'] })
  expect(ends.own_text).toBe('as_expected')
  expect(findingsOf(report, 'own_text')).toMatchObject({ twin: 'same_chat' })
  expect(findingsOf(report, 'own_text')?.twin_ms).toBeGreaterThan(0)
})

test.each([
  ['accessibility-denied', 'permission_missing', 'accessibility_denied', 1],
  ['draft-open', 'window_refused', 'draft', 3],
  ['other-language', 'window_refused', 'no_action', 3],
] as const)('with %s in the window, its steps end as %s', async (fault, end, stop, questions) => {
  const mac = macOfTest()
  setFault(mac.home, always(fault))
  const answers = { React: 'y', Change: 'y', Unsend: 'y' }
  const { report, ends, shown } = await sitting(mac, { agreed: ['text'], answers })
  expect(ends).toMatchObject({ own_text: 'as_expected', own_tapback: end, own_edit: end, own_unsend: end })
  expect(findingsOf(report, 'own_tapback')).toEqual({ window_stop: stop })
  expect(shown.match(/comes to the front\. \[y\/N\]/g)).toHaveLength(questions)
  expect(mac.rows('SELECT 1 FROM message WHERE date_edited <> 0 OR associated_message_type <> 0')).toEqual([])
})

test('a running relay hands none of the test messages to plugins, and its own sending continues', async () => {
  await using relay = await relaySetup({ mac: { macos: 26 } })
  const { mac } = relay
  mac.messages.send({ to: anna, text: 'Gladly', state: 'delivered' })
  const { ends } = await sitting(mac, { agreed: ['text', 'file', 'reply'] })
  expect(ends).toMatchObject({ own_text: 'as_expected', own_file: 'as_expected', own_reply: 'as_expected' })
  const notes = () =>
    mac
      .rows(`SELECT message.guid FROM message JOIN chat_message_join ON message_id = message.ROWID
        JOIN chat ON chat.ROWID = chat_id WHERE chat_identifier = '${mac.self.email}'`)
      .map(({ guid }) => relay.journal.outcome(String(guid)))
  await until(() => notes().every(Boolean), { describe: () => JSON.stringify(notes()) })
  expect(notes()).toHaveLength(6)
  expect(new Set(notes())).toEqual(new Set(['echo', 'repeat']))
})
