import { expect, test } from 'vitest'
import { longestText } from '../contract/limits.ts'
import { faultOfText } from './text-to-send.ts'

test.each([
  'Hello',
  ' with blanks around it ',
  '"quotes", \'quotes\' and \\',
  'line\nline\r\nline\u2028line',
  'שלום 👩‍👩‍👧 مرحبا',
  '" & (do shell script "true") & "',
  '\u0001\u0007\u001b[31m',
  'x'.repeat(longestText),
])('%j can be sent unchanged', (text) => expect(faultOfText(text)).toBeUndefined())

test.each([
  ['', 'says nothing'],
  [' \n\t\u2028\u00a0', 'says nothing'],
  ['\ufffc', 'says nothing'],
  ['a\0b', 'holds a NUL at place 1'],
  ['x'.repeat(longestText + 1), 'has 20001 characters; at most 20000 are taken'],
  ['ab\ud83d', 'holds half a character (a lone surrogate) at place 2'],
  ['👍\udc4d', 'holds half a character (a lone surrogate) at place 2'],
  ['\ude00\ud83d', 'holds half a character (a lone surrogate) at place 0'],
])('%j is refused because it %s', (text, fault) => expect(faultOfText(text)).toBe(fault))
