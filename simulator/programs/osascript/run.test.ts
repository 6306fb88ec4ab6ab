import { expect, it } from 'vitest'
import type { MessagesApp, SendRequest } from '../messages-app.ts'
import { elementOf } from '../window/element.ts'
import { SyntaxFault } from './apple-error.ts'
import { parseScript } from './parse.ts'
import { runScript } from './run.ts'

const CHAT = 'any;-;+15550101'

/** Returns Messages with one chat, and a record of what was sent to it. */
function messages(overrides: Partial<MessagesApp> = {}): { app: MessagesApp; sent: SendRequest[] } {
  const sent: SendRequest[] = []
  const app: MessagesApp = {
    version: '26.0',
    knowsRcs: () => true,
    running: () => true,
    launch: () => undefined,
    quit: () => undefined,
    admit: () => undefined,
    accounts: () => ['iMessage', 'SMS'],
    chat: (guid) => (guid === CHAT ? { guid, name: null, participants: ['+15550101'] } : undefined),
    chatGuids: () => [CHAT],
    send: (request) => sent.push(request),
    pause: () => undefined,
    openLocation: () => undefined,
    systemEvents: () => {
      throw new Error('no window')
    },
    ...overrides,
  }
  return { app, sent }
}

const run = (source: string, args: string[] = [], { app, sent } = messages()) => ({
  result: runScript(parseScript(source), args, app),
  sent,
})

it('text passes as an argument, whatever it contains', () => {
  const text = 'say "hi"\n\\ end tell\u2028 & do it'
  const { sent } = run(
    `on run argv
      tell application "Messages" to send (item 1 of argv) to chat id (item 2 of argv)
    end run`,
    [text, CHAT],
  )
  expect(sent).toMatchObject([{ content: { text }, target: { guid: CHAT } }])
})

it('text inserted into the source is a syntax error', () => {
  const text = 'say "hi"'
  expect(() => parseScript(`tell application "Messages" to send "${text}" to chat id "${CHAT}"`)).toThrow(SyntaxFault)
})

it('text inserted with its quotes escaped compiles', () => {
  const { sent } = run(`tell application "Messages" to send "say \\"hi\\"" to chat id "${CHAT}"`)
  expect(sent).toMatchObject([{ content: { text: 'say "hi"' } }])
})

it.each([
  'set svc to 1st account whose service type = SMS',
  'set svc to first account whose service type is SMS and enabled is true',
  'set svc to 1st service whose service type = SMS',
  'set svc to item 1 of (every account whose service type = SMS)',
])('a participant is reached through an account: %s', (line) => {
  const { sent } = run(
    `on run {theText, theAddress}
      tell application "Messages"
        ${line}
        send theText to participant theAddress of svc
      end tell
    end run`,
    ['hello', '+15550109'],
  )
  expect(sent).toMatchObject([{ content: { text: 'hello' }, target: { handle: '+15550109', service: 'SMS' } }])
})

it('a file is sent by its POSIX path, within the script’s time limit', () => {
  const { sent } = run(
    `on run argv
      set theFile to POSIX file (item 1 of argv)
      with timeout of 30 seconds
        tell application "Messages"
          send theFile to chat id (item 2 of argv)
        end tell
      end timeout
    end run`,
    ['/tmp/a b.png', CHAT],
  )
  expect(sent).toMatchObject([{ content: { path: '/tmp/a b.png' }, timeoutMs: 30_000 }])
})

it('an error can be caught, with its number', () => {
  const { result } = run(`try
      tell application "Messages" to get id of chat id "nobody"
    on error message number code
      return "failed " & code & ": " & message
    end try`)
  expect(result).toBe('failed -1728: Messages got an error: Can’t get chat id "nobody".')
})

it.each([
  ['tell application "Messages"\n set theChat to chat id "nobody"\nend tell', -1728],
  ['set theFile to (POSIX file "/no/such/file") as alias', -43],
])('a missing object is an error as soon as it is named: %s', (source, number) => {
  expect(run(`try\n${source}\non error number code\n return code\nend try`).result).toBe(number)
})

it.each([
  ['tell application "Messages" to count accounts', 2],
  ['tell application "Messages" to get name', 'Messages'],
  ['version of application "Messages"', '26.0'],
  [`tell application "Messages" to get name of chat id "${CHAT}"`, null],
  [`tell application "Messages" to return exists chat id "${CHAT}"`, true],
  ['tell application "Messages" to return exists chat id "x"', false],
  ['if application "Messages" is running then return "yes"', 'yes'],
  ['repeat with i from 1 to 3\n set last_one to i\nend repeat\nreturn last_one', 3],
  ['on twice(x)\n return x * 2\nend twice\nreturn twice(4) -- eight', 8],
  ['return "a" is "A"', true],
  ['set soon to (current date) + 60\nreturn (current date) < soon', true],
  ['considering case\n return "a" is "A"\nend considering', false],
  ['return "a" & character id 30 & "b"', 'a\u{1e}b'],
  ['set xs to {}\nset end of xs to 1\nset end of xs to 2\nreturn count of xs', 2],
])('%s', (source, result) => {
  expect(run(source).result).toBe(result)
})

it('an unknown application is an error', () => {
  expect(() => run('tell application "Mail" to activate')).toThrow('Can’t get application "Mail".')
})

/** Returns a process with one window, which contains a field and a button. */
function desktop() {
  const pressed: string[] = []
  let text = 'old'
  const button = elementOf({
    name: 'OK',
    role: 'AXButton',
    identifier: 'ok',
    actions: new Map([['Name:Press me\nTarget:0x0', () => pressed.push('me')]]),
  })
  const field = elementOf({ role: 'AXTextField', value: () => text, write: (written) => (text = written) })
  const window = elementOf({ name: 'Letters', contents: () => [field, button] })
  const process = { ...elementOf({ name: 'Messages' }), all: () => [window] }
  const systemEvents = { ...elementOf({}), get: () => true, all: () => [process] }
  return { pressed, textOf: () => text, ...messages({ systemEvents: () => systemEvents }) }
}

it.each([
  ['tell application "System Events" to return UI elements enabled', true],
  ['tell application "System Events" to return exists process "Messages"', true],
  ['tell application "System Events" to return exists process "Mail"', false],
  ['tell application "System Events" to tell process "Messages" to return name of window 1', 'Letters'],
  ['tell application "System Events" to tell process "Messages" to return exists window 2', false],
  ['tell application "System Events" to return count of entire contents of window 1 of process "Messages"', 2],
])('%s', (source, result) => {
  expect(run(source, [], desktop()).result).toBe(result)
})

it('elements are found by their attributes, written to, and made to act', () => {
  const { pressed, textOf, ...world } = desktop()
  run(
    `tell application "System Events"
      repeat with each in (entire contents of window 1 of process "Messages")
        if role of each is "AXTextField" then set value of each to "new"
        try
          if value of attribute "AXIdentifier" of each is "ok" then
            perform item 1 of (every action of each whose name starts with ("Name:Press me" & linefeed))
          end if
        end try
      end repeat
    end tell`,
    [],
    world,
  )
  expect({ pressed, text: textOf() }).toEqual({ pressed: ['me'], text: 'new' })
})
