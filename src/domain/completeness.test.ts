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

test('a row without text and body waits for its body', () => {
  expect(missingFrom({ ...complete, ...blank })).toBe('body')
})

test('a row with a file and no text is complete', () => {
  expect(missingFrom({ ...complete, ...blank, attachments: [file] })).toBeUndefined()
})

test('a body that refers to two files waits for the second', () => {
  expect(missingFrom({ ...complete, attachmentsExpected: 2, attachments: [file] })).toBe('attachments')
  expect(missingFrom({ ...complete, attachmentsExpected: 2, attachments: [file, file] })).toBeUndefined()
})

test('a row with a damaged body does not wait, since no more will come', () => {
  expect(missingFrom({ ...complete, text: null, isDamaged: true })).toBeUndefined()
})

test('an unsent message, and a row of another kind than text, do not wait for a body', () => {
  expect(missingFrom({ ...complete, ...blank, isEmptied: true })).toBeUndefined()
  for (const kind of ['app', 'tapback', 'system', 'scheduled', 'update'] as const)
    expect(missingFrom({ ...complete, ...blank, kind })).toBeUndefined()
})
