import { expect, it } from 'vitest'
import type { ScriptEnd } from '../../domain/script-end.ts'
import { scriptVerdict } from './script-verdict.ts'

const ended = (overrides: Partial<ScriptEnd>): ScriptEnd => ({
  exitCode: 0,
  stdout: '',
  stderr: '',
  end: 'exited',
  ...overrides,
})
const failed = (stderr: string) => scriptVerdict(ended({ exitCode: 1, stderr }))
const at = (number: number) =>
  failed(`/a/by-sms.applescript:812:840: execution error: Messages got an error: Something. (${number})\n`)
const before = (number: number) => scriptVerdict(ended({ stdout: `before ${number}\n` }))

it('a script that prints "sent" has handed its message over', () => {
  expect(scriptVerdict(ended({ stdout: 'sent\n' }))).toEqual({ end: { is: 'handed_over' }, remedy: null })
})

it.each([
  [-43, 'file_unreadable', null],
  [-600, 'messages_not_running', 'launch'],
  [-1700, 'send_failed', null],
  [-1719, 'messages_signed_out', null],
  [-1728, 'chat_not_loaded', 'other_route'],
  [-1743, 'automation_denied', null],
  [-2741, 'send_failed', null],
  [-2740, 'send_failed', null],
  [-2753, 'messages_not_running', 'launch'],
])('%i means certainly not sent, at or before the send: %s', (number, code, remedy) => {
  const verdict = { end: { is: 'not_sent', code, number }, remedy }
  expect(at(number)).toEqual(verdict)
  expect(before(number)).toEqual(verdict)
})

it.each([
  [-609, 'messages_not_running', 'launch'],
  [-1712, 'send_failed', null],
  [-10000, 'send_failed', null],
  [-128, 'send_failed', null],
  [-99999, 'send_failed', null],
])('%i leaves the result uncertain, unless it came before the send', (number, code, remedy) => {
  expect(at(number)).toEqual({ end: { is: 'uncertain', number }, remedy: null })
  expect(before(number)).toEqual({ end: { is: 'not_sent', code, number }, remedy })
})

it('a script that was not started has sent nothing', () => {
  const verdict = scriptVerdict(ended({ exitCode: null, end: 'not_started' }))
  expect(verdict).toEqual({ end: { is: 'not_sent', code: 'send_failed', number: null }, remedy: null })
})

it.each<[string, Partial<ScriptEnd>]>([
  ['killed at the deadline', { exitCode: null, end: 'killed' }],
  ['killed after it had said something else', { exitCode: null, end: 'killed', stdout: 'Welcome', stderr: '(-1743)' }],
  ['failed without a number', { exitCode: 1, stderr: 'Killed: 9' }],
  ['failed without a word', { exitCode: 127 }],
  ['well ended without its word', { exitCode: 0, stdout: 'Welcome to this Mac\n' }],
  ['silent', {}],
])('a script that was %s leaves the result uncertain', (_, end) => {
  expect(scriptVerdict(ended(end))).toEqual({ end: { is: 'uncertain', number: null }, remedy: null })
})

it('a script that was killed after it had given up before the send has sent nothing', () => {
  expect(scriptVerdict(ended({ exitCode: null, end: 'killed', stdout: 'before -1743\n' }))).toMatchObject({
    end: { is: 'not_sent', code: 'automation_denied' },
  })
})

it.each([
  'execution error: Not authorized to send Apple events to Messages. (-1743)',
  '0:84: Ausführungsfehler: Der Befehl „Messages“ ist nicht berechtigt, Apple-Events zu senden. (-1743)\n',
  'execution error: “Messages” n’est pas autorisé à envoyer des événements Apple. (-1743)\r\n',
  '実行エラー: Messages に Apple イベントを送信する権限がありません。 (-1743)\n\n',
  'خطأ: غير مصرح به (-1743)\u200f\n',
  'WARNING: this helper was updated (2026)!\nUse --help.\nexecution error: Not authorized. (-1743)\n',
  'execution error: Not\nauthorized\nto send. (-1743).\n',
])('the error number is found in %j', (stderr) => {
  expect(failed(stderr).end).toEqual({ is: 'not_sent', code: 'automation_denied', number: -1743 })
})

it('contradicting numbers leave the result uncertain', () => {
  expect(failed('execution error: timed out. (-1712)\nhelper: not running (-600)\n').end.is).toBe('uncertain')
  expect(failed('helper: not running (-600)\nexecution error: timed out. (-1712)\n').end.is).toBe('uncertain')
  expect(failed('Not authorized. (-1743)\nexecution error: Not authorized. (-1743)\n').end.is).toBe('not_sent')
})

it('a number within a line, such as a phone number, is ignored', () => {
  expect(failed('execution error: Can’t get chat id "(-1743)" of it. (-1712)').end).toEqual({
    is: 'uncertain',
    number: -1712,
  })
  expect(failed('execution error: dial (555) now').end).toEqual({ is: 'uncertain', number: null })
})
