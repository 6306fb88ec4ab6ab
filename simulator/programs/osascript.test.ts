import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { allUnderWay, putUnderWay } from '../live/under-way.ts'
import type { Mac } from '../mac.ts'
import { sampleFile } from '../media/sample-files.ts'
import type { MacosVersion } from '../schema/macos-version.ts'
import { temporaryMac } from '../temporary-mac.ts'
import { activeFaults, type FaultName, setFault } from './faults.ts'
import { noteScriptRuns, scriptRuns } from './script-runs.ts'

const ANNA = '+15550101'
const HOUR_MS = 3_600_000
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

/** Runs the script from standard input. */
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

const until = (expected: object[]) => expect.poll(rows).toMatchObject(expected)

it('a text lands in its chat, is sent and is delivered', async () => {
  const chat = macWithAnna()
  expect(osascript(TEXT_TO_CHAT, 'hello', chat)).toEqual({ status: 0, stdout: '', stderr: '' })
  expect(rows()).toMatchObject([{ is_from_me: 1, is_sent: 0, is_delivered: 0, error: 0, chat, has_text: 1 }])
  await until([{ is_sent: 1, is_delivered: 1, error: 0 }])
})

it('a script file runs like standard input, and its errors name it', () => {
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

it('a participant without a chat gets one', async () => {
  macWithAnna()
  const toParticipant = `on run {theText, theAddress}
    tell application "Messages"
      set svc to 1st account whose service type = iMessage
      send theText to participant theAddress of svc
    end tell
  end run`
  expect(osascript(toParticipant, 'hello', '+15550177').status).toBe(0)
  await until([{ chat: 'any;-;+15550177', handle: '+15550177', is_delivered: 1 }])
})

it('a message to oneself comes back as a second row', () => {
  macWithAnna()
  const chat = mac.messages.directChat({ with: mac.self.phone }).guid
  osascript(TEXT_TO_CHAT, 'hello', chat)
  expect(rows()).toMatchObject([
    { is_from_me: 1, chat, has_text: 1 },
    { is_from_me: 0, chat, has_text: 1 },
  ])
})

it('a file in the Pictures folder arrives as an attachment', async () => {
  const chat = macWithAnna()
  mkdirSync(join(mac.home, 'Pictures'))
  const path = join(mac.home, 'Pictures', 'a b.png')
  writeFileSync(path, sampleFile('png', 1).bytes)
  expect(osascript(FILE_TO_CHAT, path, chat).status).toBe(0)
  await until([{ is_delivered: 1, error: 0 }])
  expect(attachment()).toEqual({
    transfer_name: 'a b.png',
    mime_type: 'image/png',
    transfer_state: 5,
    filename: expect.stringMatching(/^~\/Library\/Messages\/Attachments\/.*\/a b\.png$/),
  })
})

const attachment = () =>
  mac.messages.db.prepare('SELECT transfer_name, mime_type, transfer_state, filename FROM attachment').get()

it('a file that Messages cannot read ends with error 25 a moment later', async () => {
  const chat = macWithAnna()
  const path = join(mac.home, 'secret.png')
  writeFileSync(path, sampleFile('png', 1).bytes)
  expect(osascript(FILE_TO_CHAT, path, chat).status).toBe(0)
  expect(rows()).toMatchObject([{ is_sent: 0, error: 0 }])
  await until([{ is_sent: 0, error: 25 }])
  expect(attachment()).toMatchObject({ transfer_state: 6, filename: null })
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

it('after “timed out” the message may have been sent nevertheless', async () => {
  const chat = macWithAnna()
  setFault(mac.home, { name: 'timeout-sent', times: null })
  expect(osascript(TEXT_TO_CHAT, 'hello', chat).stderr).toMatch(/\(-1712\)/)
  await until([{ is_sent: 1, has_text: 1 }])
})

it.each<[FaultName, object[]]>([
  ['ghost-row', [{ is_from_me: 1, is_sent: 0, service: 'SMS', chat: null, handle: ANNA, has_text: null }]],
  ['error-22', [{ is_sent: 0, error: 22, has_text: 1 }]],
  ['error-25', [{ is_sent: 0, error: 25, has_text: 1 }]],
  ['lands-in-sms', [{ is_sent: 1, service: 'SMS', was_downgraded: 1, has_text: 1 }]],
  ['downgrades', [{ is_sent: 1, error: 0, service: 'SMS', was_downgraded: 1, has_text: 1 }]],
  ['never-lands', []],
])('the fault %s lies with exit code 0', async (name, expected) => {
  const chat = macWithAnna()
  setFault(mac.home, { name, times: null, afterMs: 50 })
  expect(osascript(TEXT_TO_CHAT, 'hello', chat).status).toBe(0)
  await until(expected)
})

const TO_PARTICIPANT = (service: string) => `on run {theText, theAddress}
  tell application "Messages"
    set svc to 1st account whose service type = ${service}
    send theText to participant theAddress of svc
  end tell
end run`

it.each([
  ['known by texts alone', '+15550188'],
  ['a short code', '24273'],
])('iMessage does not reach %s: the row lands, and then gets an error', async (_, address) => {
  mac = temporaryMac({ macos: 15 })
  mac.messages.receive({ from: address, text: 'by text', service: 'SMS' })
  expect(osascript(TO_PARTICIPANT('iMessage'), 'hello', address).status).toBe(0)
  expect(rows().at(-1)).toMatchObject({ service: 'iMessage', has_text: 1 })
  await expect.poll(() => rows().at(-1)?.error).toBe(22)
  expect(osascript(TO_PARTICIPANT('SMS'), 'hello', address).status).toBe(0)
  await expect.poll(() => rows().at(-1)).toMatchObject({ service: 'SMS', is_sent: 1, error: 0 })
})

it('without an iPhone that forwards texts there is no account for them, and their chats do not work', async () => {
  mac = temporaryMac({ macos: 15 })
  const { chatGuid = '' } = mac.messages.receive({ from: ANNA, text: 'by text', service: 'SMS' })
  setFault(mac.home, { name: 'no-sms-forwarding', times: null })
  expect(osascript(TO_PARTICIPANT('SMS'), 'hello', ANNA).stderr).toMatch(/\(-1719\)/)
  expect(rows()).toHaveLength(1)
  expect(osascript(TEXT_TO_CHAT, 'hello', chatGuid).status).toBe(0)
  await until([{}, { service: 'SMS', error: 22 }])
})

it('a message sent after a late one to the same person lands after it', async () => {
  const chat = macWithAnna()
  setFault(mac.home, { name: 'lands-late', times: 1, afterMs: HOUR_MS })
  for (const text of ['hello first', 'hello second']) osascript(TEXT_TO_CHAT, text, chat)
  const other = mac.messages.directChat({ with: '+15550199' }).guid
  osascript(TEXT_TO_CHAT, 'hello other', other)
  expect(rows()).toMatchObject([{ chat: other }])
  anHourLater()
  await until([{ chat: other }, { chat, is_delivered: 1 }, { chat, is_delivered: 1 }])
  const bodies = mac.messages.db
    .prepare('SELECT attributedBody AS body FROM message WHERE ROWID > 1 ORDER BY ROWID')
    .all()
  expect(
    bodies.map(({ body }) => /first|second/.exec(Buffer.from(body as Uint8Array).toString('latin1'))?.[0]),
  ).toEqual(['first', 'second'])
})

/** Lets late messages land an hour earlier. */
function anHourLater(): void {
  for (const { late, ...message } of allUnderWay(mac.home))
    if (late) putUnderWay(mac.home, { ...message, late: { ...late, landsAtMs: late.landsAtMs - HOUR_MS } })
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

it('the home may disappear while messages are under way, and stays gone', async () => {
  const chat = macWithAnna()
  // Later than any machine takes to get to the next line, so that the message is under way until its Mac is gone.
  setFault(mac.home, { name: 'lands-late', times: null, afterMs: 600_000 })
  osascript(TEXT_TO_CHAT, 'hello', chat)
  const carrier = join(mac.home, '.simulator-carrier')
  await expect.poll(() => existsSync(carrier) && readFileSync(carrier, 'utf8')).toMatch(/\d/)
  const pid = Number(readFileSync(carrier, 'utf8'))
  mac.close()
  await expect.poll(() => isAlive(pid)).toBe(false)
  expect(existsSync(mac.home)).toBe(false)
  mac = temporaryMac()
})

it('before macOS 26, a message that falls back to SMS lands in a separate chat', () => {
  const chat = macWithAnna(15)
  expect(chat).toBe('iMessage;-;+15550101')
  setFault(mac.home, { name: 'lands-in-sms', times: null })
  osascript(TEXT_TO_CHAT, 'hello', chat)
  expect(rows()).toMatchObject([{ chat: 'SMS;-;+15550101', was_downgraded: 1 }])
})

it('a row can land long after the script has ended', async () => {
  const chat = macWithAnna()
  setFault(mac.home, { name: 'lands-late', times: 1, afterMs: 100 })
  expect(osascript(TEXT_TO_CHAT, 'hello', chat).status).toBe(0)
  await expect.poll(rows).toMatchObject([{ chat, is_delivered: 1, has_text: 1 }])
})

it('a script that hangs outlives its own timeout, but not its Mac', async () => {
  const chat = macWithAnna()
  setFault(mac.home, { name: 'hangs', times: null })
  noteScriptRuns(mac.home)
  const script = spawn(join(mac.bin, 'osascript'), ['-', 'hello', chat], { stdio: ['pipe', 'ignore', 'ignore'] })
  script.stdin.end(TEXT_TO_CHAT.replace('1 seconds', '0.01 seconds'))
  await expect.poll(() => scriptRuns(mac.home)).toMatchObject([{ pid: script.pid }])
  expect(isAlive(script.pid ?? 0)).toBe(true)
  mac.close()
  await once(script, 'exit')
  mac = temporaryMac()
})

it('a banner fills both outputs, and the message is still sent', () => {
  const chat = macWithAnna()
  setFault(mac.home, { name: 'banner', times: 1 })
  const { status, stdout, stderr } = osascript(TEXT_TO_CHAT, 'hello', chat)
  expect(status).toBe(0)
  for (const output of [stdout, stderr]) expect(output.length).toBeGreaterThan(100_000)
  expect(rows()).toMatchObject([{ has_text: 1 }])
})

it('runs are recorded on request: when they began and ended, and which are the same', () => {
  const chat = macWithAnna()
  noteScriptRuns(mac.home)
  for (const text of ['hello', 'hello', 'bye']) osascript(TEXT_TO_CHAT, text, chat)
  const [first, second, third] = scriptRuns(mac.home)
  expect(first?.endMs).toBeLessThan(second?.startMs ?? 0)
  expect(first?.argumentsHash).toBe(second?.argumentsHash)
  expect(first?.argumentsHash).not.toBe(third?.argumentsHash)
})

it('scripts may know a group by another name than the database does', async () => {
  mac = temporaryMac()
  const { guid } = mac.messages.createGroup({ members: [ANNA, '+15550102'] })
  setFault(mac.home, { name: 'groups-renamed', times: null })
  expect(osascript(TEXT_TO_CHAT, 'hello', guid).stderr).toMatch(/\(-1728\)/)
  expect(osascript(TEXT_TO_CHAT, 'hello', guid.replace(';+;', ';-;')).status).toBe(0)
  await until([{ chat: guid, has_text: 1 }])
})

it('a fault for one strike strikes once', () => {
  const chat = macWithAnna()
  setFault(mac.home, { name: 'no-such-chat', times: 1 })
  expect(osascript(TEXT_TO_CHAT, 'hello', chat).status).toBe(1)
  expect(activeFaults(mac.home)).toEqual([])
  expect(osascript(TEXT_TO_CHAT, 'hello', chat).status).toBe(0)
})

it('a script that names RCS does not compile if the dictionary lacks it', () => {
  macWithAnna(14)
  const script = 'tell application "Messages" to count (accounts whose service type = RCS)'
  expect(osascript(script)).toMatchObject({ status: 1, stderr: expect.stringMatching(/syntax error: .* \(-2741\)/) })
})

it('an old spelling of a chat is unknown on macOS 26', () => {
  macWithAnna()
  expect(osascript(TEXT_TO_CHAT, 'hello', `iMessage;-;${ANNA}`).stderr).toMatch(/\(-1728\)/)
})
