import { expect, test } from 'vitest'
import { missingFrom } from './completeness.ts'
import { textRow } from './test-row.ts'

const complete = textRow(1)
const blank = { text: null, isBlank: true }
const file = { guid: 'a1', name: 'cat.png', mime: 'image/png', size: 3 }

test('a text with its chat is complete', () => {
  expect(missingFrom(complete)).toBeUndefined()
})

test('a row of any kind waits for its chat', () => {
  for (const kind of ['text', 'app', 'tapback', 'system', 'scheduled', 'update'] as const)
    expect(missingFrom({ ...complete, kind, chat: undefined })).toBe('chat')
})

test('a row that nothing was written into waits for its body', () => {
  expect(missingFrom({ ...complete, ...blank })).toBe('body')
})

test('a row with a file and no words has all that it needs', () => {
  expect(missingFrom({ ...complete, ...blank, attachments: [file] })).toBeUndefined()
})

test('a body that speaks of two files waits for the second', () => {
  expect(missingFrom({ ...complete, attachmentsExpected: 2, attachments: [file] })).toBe('attachments')
  expect(missingFrom({ ...complete, attachmentsExpected: 2, attachments: [file, file] })).toBeUndefined()
})

test('a damaged body is all that will ever come', () => {
  expect(missingFrom({ ...complete, text: null, isDamaged: true })).toBeUndefined()
})

test('what was unsent, and what is no text, waits for no body', () => {
  expect(missingFrom({ ...complete, ...blank, isEmptied: true })).toBeUndefined()
  for (const kind of ['app', 'tapback', 'system', 'scheduled', 'update'] as const)
    expect(missingFrom({ ...complete, ...blank, kind })).toBeUndefined()
})
