import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const source = readFileSync(new URL('./scripts/messages-window.applescript', import.meta.url), 'utf8')
const statements = source
  .split('\n')
  .map((line) => line.trim())
  .filter((line) => !line.startsWith('--'))

it('the script cannot send a message: it presses no key, types nothing and never tells Messages to send', () => {
  expect(statements.join('\n')).not.toMatch(
    /keystroke|key code|key down|\bclipboard\b|tell application "Messages"|\bsend\s+(?!edit)/i,
  )
})

it('the script runs nothing else, and never builds a script from its arguments', () => {
  expect(statements.join('\n')).not.toMatch(/do shell script|run script|load script|do javascript|use framework/i)
})

it('the script writes only to a field in which an edit was begun', () => {
  expect(statements.filter((line) => /\bset value of\b/.test(line))).toEqual([
    'tell application "System Events" to set value of theField to theNew',
  ])
})

it('the script reads the same in every encoding that osascript may assume', () => {
  expect(source).toMatch(/^[\t\n\x20-\x7e]+$/)
})
