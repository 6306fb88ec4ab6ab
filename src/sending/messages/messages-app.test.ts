import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished, test } from 'vitest'
import { sampleFile } from '../../../simulator/media/sample-files.ts'
import { type FaultName, hasFault, setFault } from '../../../simulator/programs/faults.ts'
import type { MacosVersion } from '../../../simulator/schema/macos-version.ts'
import { temporaryMac } from '../../../simulator/temporary-mac.ts'
import type { ChatGuid, Handle } from '../../contract/ids.ts'
import type { SendService } from '../../contract/send.ts'
import { messagesPaths } from '../../mac/messages-paths.ts'
import { findPrograms } from '../../mac/programs.ts'
import type { Content, Route } from '../decisions/route-plan.ts'
import { type ScriptVerdict, scriptVerdict } from '../decisions/script-verdict.ts'
import { openMessagesApp } from './messages-app.ts'
import { openOutgoing } from './outgoing.ts'

const anna = '+12025550123' as Handle
const handedOver: ScriptVerdict = { end: { is: 'handed_over' }, remedy: null }

function macWithMessages(macos: MacosVersion = 26) {
  const mac = temporaryMac({ macos })
  const outgoing = openOutgoing({ home: mac.home, selfHandles: () => [] })
  onTestFinished(() => {
    outgoing.close()
    mac.close()
  })
  const chat = mac.messages.directChat({ with: anna }).guid as ChatGuid
  const app = openMessagesApp({ programs: findPrograms(mac.bin) })
  const send = async (content: Content, route: Route) => scriptVerdict(await app.send(content, route, () => {}))
  const fault = (name: FaultName) => setFault(mac.home, { name, times: null })
  return { mac, app, outgoing, send, fault, toChat: { by: 'chat', guid: chat } as Route }
}

const by = (service: SendService, handle = anna): Route => ({ by: 'participant', service, handle })

const texts = [
  'say "hi"\nend tell',
  'one\u2028two\u2029three',
  '👩‍👩‍👧 שלום \u202e',
  '" & (do shell script "id") & "',
  '-e',
  'é e\u0301 '.repeat(4_000),
]

test.each<MacosVersion>([12, 15, 26])('on macOS %i texts arrive in the chat unchanged', async (macos) => {
  const { send, toChat, outgoing } = macWithMessages(macos)
  for (const text of texts) expect(await send({ text }, toChat)).toEqual(handedOver)
  await expect.poll(() => outgoing.sentAfter(0 as never, 100).map(({ text }) => text)).toEqual(texts)
})

test.each<[SendService, string]>([
  ['iMessage', 'iMessage'],
  ['SMS', 'SMS'],
  ['RCS', 'RCS'],
])('a person who was never written to is reached by %s', async (service) => {
  const { send, outgoing } = macWithMessages()
  expect(await send({ text: 'hello' }, by(service, '+12025550177' as Handle))).toEqual(handedOver)
  await expect
    .poll(() => outgoing.sentAfter(0 as never, 1))
    .toMatchObject([{ text: 'hello', service, handle: '+12025550177', conversation: 'dm:+12025550177' }])
})

it('a file can be sent to a chat and to a person', async () => {
  const { mac, send, toChat, outgoing } = macWithMessages()
  const path = join(messagesPaths(mac.home).folder, 'a "b".png')
  writeFileSync(path, sampleFile('png', 1).bytes)
  for (const route of [toChat, by('iMessage')]) expect(await send({ path }, route)).toEqual(handedOver)
  await expect
    .poll(() => outgoing.sentAfter(0 as never, 9))
    .toMatchObject([{ text: null, hasAttachments: true }, { hasAttachments: true }])
})

it('reports the process as soon as it has started', async () => {
  const { app, toChat } = macWithMessages()
  const pids: number[] = []
  const running = app.send({ text: 'hello' }, toChat, (pid) => pids.push(pid))
  expect(pids).toEqual([expect.any(Number)])
  expect(process.kill(pids[0] ?? 0, 0)).toBe(true)
  await running
  expect(() => process.kill(pids[0] ?? 0, 0)).toThrow('ESRCH')
})

it.each<[FaultName, ScriptVerdict]>([
  ['automation-denied', { end: { is: 'not_sent', code: 'automation_denied', number: -1743 }, remedy: null }],
  ['not-running', { end: { is: 'not_sent', code: 'messages_not_running', number: -600 }, remedy: 'launch' }],
  ['connection-invalid', { end: { is: 'not_sent', code: 'messages_not_running', number: -609 }, remedy: 'launch' }],
  ['script-error', { end: { is: 'not_sent', code: 'messages_not_running', number: -2753 }, remedy: 'launch' }],
  ['no-such-chat', { end: { is: 'not_sent', code: 'chat_not_loaded', number: -1728 }, remedy: 'other_route' }],
  ['any-service', { end: { is: 'not_sent', code: 'send_failed', number: -1700 }, remedy: null }],
  ['handler-failed', { end: { is: 'uncertain', number: -10_000 }, remedy: null }],
])('%s: nothing is written, and the verdict says whether that is certain', async (name, verdict) => {
  const { mac, fault, send, toChat } = macWithMessages()
  fault(name)
  expect(await send({ text: 'hello' }, toChat)).toEqual(verdict)
  expect(mac.rows('SELECT 1 FROM message')).toEqual([])
})

it('a script that hangs is killed, and the outcome is uncertain', async () => {
  const { mac, fault, toChat } = macWithMessages()
  fault('hangs')
  const app = openMessagesApp({ programs: findPrograms(mac.bin), deadlineMs: 500 })
  const end = await app.send({ text: 'hello' }, toChat, () => {})
  expect(scriptVerdict(end)).toEqual({ end: { is: 'uncertain', number: null }, remedy: null })
})

it('the result of a script is read correctly after other output', async () => {
  const { fault, send, toChat } = macWithMessages()
  fault('banner')
  expect(await send({ text: 'hello' }, toChat)).toEqual(handedOver)
  fault('no-such-chat')
  expect(await send({ text: 'hello' }, toChat)).toMatchObject({ remedy: 'other_route' })
})

it('when signed out, there is no account to send with', async () => {
  const { fault, send } = macWithMessages()
  fault('signed-out')
  expect(await send({ text: 'hello' }, by('iMessage'))).toEqual({
    end: { is: 'not_sent', code: 'messages_signed_out', number: -1719 },
    remedy: null,
  })
})

it('an unknown chat and a missing file are reported before anything is sent', async () => {
  const { send, toChat } = macWithMessages()
  const unknown: Route = { by: 'chat', guid: `iMessage;-;${anna}` as ChatGuid }
  expect(await send({ text: 'hello' }, unknown)).toMatchObject({
    end: { code: 'chat_not_loaded' },
    remedy: 'other_route',
  })
  expect(await send({ path: '/no/such/file.png' }, toChat)).toMatchObject({
    end: { code: 'file_unreadable', number: -43 },
  })
})

it('where the dictionary lacks RCS, only the script that uses it fails to compile', async () => {
  const { send } = macWithMessages(14)
  expect(await send({ text: 'hello' }, by('RCS'))).toMatchObject({ end: { is: 'not_sent', number: -2741 } })
  expect(await send({ text: 'hello' }, by('SMS'))).toEqual(handedOver)
})

it('opens Messages and waits until it responds', async () => {
  const { mac, app, fault, send, toChat } = macWithMessages()
  fault('not-running')
  await app.launch()
  expect(hasFault(mac.home, 'not-running')).toBe(false)
  expect(await send({ text: 'hello' }, toChat)).toEqual(handedOver)
})

it('does not wait for Messages when automation is denied or Messages does not start', async () => {
  const { mac, fault } = macWithMessages()
  const { launch } = openMessagesApp({ programs: findPrograms(mac.bin), launchMs: 60_000 })
  fault('automation-denied')
  await launch()
  const impatient = openMessagesApp({ programs: findPrograms(mac.bin), launchMs: 0 })
  fault('connection-invalid')
  await impatient.launch()
})

it('without osascript nothing is sent, and nothing throws', async () => {
  const app = openMessagesApp({ programs: {} })
  expect(app.isAvailable).toBe(false)
  const end = await app.send({ text: 'hello' }, by('SMS'), () => expect.fail('nothing was started'))
  expect(end.end).toBe('not_started')
  await app.launch()
})
