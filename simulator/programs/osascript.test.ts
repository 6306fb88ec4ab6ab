import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import type { Mac } from '../mac.ts'
import { sampleFile } from '../media/sample-files.ts'
import type { MacosVersion } from '../schema/macos-version.ts'
import { temporaryMac } from '../temporary-mac.ts'
import { activeFaults, type FaultName, setFault } from './faults.ts'

const ANNA = '+15550101'
const TEXT_TO_CHAT = `on run argv
  with timeout of 1 seconds
    tell application "Messages" to send (item 1 of argv) to chat id (item 2 of argv)
  end timeout
end run`
const FILE_TO_CHAT = `on run {thePath, theChat}
  tell application "Messages" to send (POSIX file thePath) to chat id theChat
end run`

let mac: Mac
afterEach(() => mac.close())

function macWithAnna(macos: MacosVersion = 26): string {
  mac = temporaryMac({ macos })
  return mac.messages.directChat({ with: ANNA }).guid
}

/** The script on standard input, as a file would be read. */
function osascript(script: string, ...args: string[]) {
  const PATH = [mac.bin, process.env.PATH].join(delimiter)
  const { status, stdout, stderr } = spawnSync('osascript', ['-', ...args], {
    input: script,
    encoding: 'utf8',
    env: { HOME: mac.home, PATH },
  })
  return { status, stdout, stderr }
}

const rows = () =>
  mac.messages.db
    .prepare(
      `SELECT is_from_me, is_sent, is_delivered, error, message.service AS service, was_downgraded, chat.guid AS chat, handle.id AS handle,
         instr(attributedBody, ?) > 0 AS has_text
       FROM message LEFT JOIN handle ON handle.ROWID = handle_id
       LEFT JOIN chat_message_join ON message_id = message.ROWID LEFT JOIN chat ON chat.ROWID = chat_id
       ORDER BY message.ROWID`,
    )
    .all(Buffer.from('hello'))

it('a text lands in its chat, goes out and is delivered', () => {
  const chat = macWithAnna()
  expect(osascript(TEXT_TO_CHAT, 'hello', chat)).toEqual({ status: 0, stdout: '', stderr: '' })
  expect(rows()).toMatchObject([{ is_from_me: 1, is_sent: 1, is_delivered: 1, error: 0, chat, has_text: 1 }])
})

it('a script file is run like standard input, and its errors name it', () => {
  macWithAnna()
  const script = join(mac.home, 'send.applescript')
  writeFileSync(script, TEXT_TO_CHAT)
  const { status, stderr } = spawnSync(join(mac.bin, 'osascript'), [script, 'hello', 'iMessage;-;nobody'], {
    encoding: 'utf8',
  })
  expect(status).toBe(1)
  expect(stderr).toBe(
    `${script}:75:124: execution error: Messages got an error: Can’t get chat id "iMessage;-;nobody". (-1728)\n`,
  )
})

it('a participant who was never written to gets a chat', () => {
  macWithAnna()
  const toParticipant = `on run {theText, theAddress}
    tell application "Messages"
      set svc to 1st account whose service type = iMessage
      send theText to participant theAddress of svc
    end tell
  end run`
  expect(osascript(toParticipant, 'hello', '+15550177').status).toBe(0)
  expect(rows()).toMatchObject([{ chat: 'any;-;+15550177', handle: '+15550177', is_delivered: 1 }])
})

it('what is sent to oneself comes back as a second row', () => {
  macWithAnna()
  const chat = mac.messages.directChat({ with: mac.self.phone }).guid
  osascript(TEXT_TO_CHAT, 'hello', chat)
  expect(rows()).toMatchObject([
    { is_from_me: 1, chat, has_text: 1 },
    { is_from_me: 0, chat, has_text: 1 },
  ])
})

it('a file in the pictures arrives as an attachment', () => {
  const chat = macWithAnna()
  mkdirSync(join(mac.home, 'Pictures'))
  const path = join(mac.home, 'Pictures', 'a b.png')
  writeFileSync(path, sampleFile('png', 1).bytes)
  expect(osascript(FILE_TO_CHAT, path, chat).status).toBe(0)
  expect(rows()).toMatchObject([{ is_delivered: 1, error: 0 }])
  const attachment = mac.messages.db.prepare('SELECT transfer_name, mime_type, transfer_state FROM attachment').get()
  expect(attachment).toEqual({ transfer_name: 'a b.png', mime_type: 'image/png', transfer_state: 5 })
})

it('a file out of Messages’ reach ends with error 25', () => {
  const chat = macWithAnna()
  const path = join(mac.home, 'secret.png')
  writeFileSync(path, sampleFile('png', 1).bytes)
  expect(osascript(FILE_TO_CHAT, path, chat).status).toBe(0)
  expect(rows()).toMatchObject([{ is_sent: 0, error: 25 }])
})

it.each<[FaultName, RegExp]>([
  ['automation-denied', /Not authorized to send Apple events to Messages\. \(-1743\)$/],
  ['not-running', /Application isn’t running\. \(-600\)$/],
  ['connection-invalid', /Connection is invalid\. \(-609\)$/],
  ['script-error', /\(-2753\)$/],
  ['no-such-chat', /Can’t get chat id "any;-;\+15550101"\. \(-1728\)$/],
  ['any-service', /\(-1700\)$/],
  ['handler-failed', /AppleEvent handler failed\. \(-10000\)$/],
  ['timeout', /AppleEvent timed out\. \(-1712\)$/],
  ['signed-out', /\(-1728\)$/],
])('the fault %s is an error, and nothing is written', (name, message) => {
  const chat = macWithAnna()
  setFault(mac.home, { name, times: null })
  const { status, stderr } = osascript(TEXT_TO_CHAT, 'hello', chat)
  expect(status).toBe(1)
  expect(stderr.trim()).toMatch(message)
  expect(rows()).toEqual([])
})

it('after “timed out” the message may have gone out all the same', () => {
  const chat = macWithAnna()
  setFault(mac.home, { name: 'timeout-sent', times: null })
  expect(osascript(TEXT_TO_CHAT, 'hello', chat).stderr).toMatch(/\(-1712\)/)
  expect(rows()).toMatchObject([{ is_sent: 1, has_text: 1 }])
})

it.each<[FaultName, object[]]>([
  ['ghost-row', [{ is_from_me: 1, is_sent: 0, service: 'SMS', chat: null, handle: ANNA, has_text: null }]],
  ['error-22', [{ is_sent: 0, error: 22, has_text: 1 }]],
  ['error-25', [{ is_sent: 0, error: 25, has_text: 1 }]],
  ['lands-in-sms', [{ is_sent: 1, service: 'SMS', was_downgraded: 1, has_text: 1 }]],
  ['never-lands', []],
])('the lie %s is told with exit code 0', (name, expected) => {
  const chat = macWithAnna()
  setFault(mac.home, { name, times: null })
  expect(osascript(TEXT_TO_CHAT, 'hello', chat).status).toBe(0)
  expect(rows()).toMatchObject(expected)
})

it('before macOS 26 what falls back to SMS lands in a chat of its own', () => {
  const chat = macWithAnna(15)
  expect(chat).toBe('iMessage;-;+15550101')
  setFault(mac.home, { name: 'lands-in-sms', times: null })
  osascript(TEXT_TO_CHAT, 'hello', chat)
  expect(rows()).toMatchObject([{ chat: 'SMS;-;+15550101', was_downgraded: 1 }])
})

it('a row can land after the script is long over', async () => {
  const chat = macWithAnna()
  setFault(mac.home, { name: 'lands-late', times: 1, afterMs: 100 })
  expect(osascript(TEXT_TO_CHAT, 'hello', chat).status).toBe(0)
  await expect.poll(rows, { timeout: 10_000 }).toMatchObject([{ chat, is_delivered: 1, has_text: 1 }])
})

it('a fault that strikes once strikes once', () => {
  const chat = macWithAnna()
  setFault(mac.home, { name: 'no-such-chat', times: 1 })
  expect(osascript(TEXT_TO_CHAT, 'hello', chat).status).toBe(1)
  expect(activeFaults(mac.home)).toEqual([])
  expect(osascript(TEXT_TO_CHAT, 'hello', chat).status).toBe(0)
})

it('a script that names RCS does not compile where the dictionary lacks it', () => {
  macWithAnna(14)
  const script = 'tell application "Messages" to count (accounts whose service type = RCS)'
  expect(osascript(script)).toMatchObject({ status: 1, stderr: expect.stringMatching(/syntax error: .* \(-2741\)/) })
})

it('an old spelling of a chat is not known on macOS 26', () => {
  macWithAnna()
  expect(osascript(TEXT_TO_CHAT, 'hello', `iMessage;-;${ANNA}`).stderr).toMatch(/\(-1728\)/)
})
