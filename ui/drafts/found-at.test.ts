import { expect, test } from 'vitest'
import { foundAt } from './found-at.ts'

const anna = { guid: 'any;-;+12025550123', addresses: ['+12025550123', 'anna@example.org'] }
const mail = 'iMessage;-;anna@example.org'

test('a draft at another address of a person is found', () => {
  expect(foundAt(new Map([[mail, 'Dear Anna']]), anna)).toEqual([mail, 'Dear Anna'])
})

test('the draft of the conversation itself comes before it', () => {
  const drafts = new Map([
    [mail, 'Dear Anna'],
    [anna.guid, 'Hi'],
  ])
  expect(foundAt(drafts, anna)).toEqual([anna.guid, 'Hi'])
})

test('a person whose addresses are kept separate, and a group, have only their own', () => {
  const drafts = new Map([[mail, 'Dear Anna']])
  expect(foundAt(drafts, { ...anna, addresses: ['+12025550123'] })).toBeUndefined()
  expect(foundAt(drafts, { guid: 'any;+;chat1', addresses: [] })).toBeUndefined()
  expect(foundAt(new Map([['any;+;chat1', 'Dear all']]), { guid: 'any;-;x', addresses: [''] })).toBeUndefined()
})
