import { expect, test } from 'vitest'
import { conversationKey } from '../history/chat-guid.ts'
import { joinedKeys } from './one-conversation.ts'
import { personsIn } from './persons.ts'

const chat = (identifier: string, isGroup = false) => ({
  conversation: conversationKey(isGroup, identifier),
  identifier,
  isGroup,
})
const joinedOf = (handles: readonly string[], identifiers: readonly string[], own: readonly string[] = []) =>
  Object.fromEntries(
    joinedKeys(
      identifiers.map((identifier) => chat(identifier)),
      personsIn([{ store: 'iCloud', name: 'Anna', handles }], { own: [], separate: [] }),
      own,
    ),
  )

const phone = '+12025550123'
const mail = 'anna@example.org'

test('all addresses are joined under the key of the oldest chat', () => {
  expect(joinedOf([mail, phone], [phone, 'ben@example.org', mail])).toEqual({
    [`dm:${phone}`]: `dm:${phone}`,
    [`dm:${mail}`]: `dm:${phone}`,
  })
  expect(joinedOf([mail, phone], [mail, phone])[`dm:${phone}`]).toBe(`dm:${mail}`)
})

test('a person with one chat is not joined', () => {
  expect(joinedOf([mail, phone], [phone])).toEqual({})
})

test('a number without its country code that may be several numbers joins none of them', () => {
  const typed = ['2025550123', mail]
  expect(joinedOf(typed, [phone, mail])).toHaveProperty([`dm:${mail}`])
  expect(joinedOf(typed, [phone, '+492025550123', mail])).toEqual({})
})

test('the addresses that Messages is signed in with are not joined', () => {
  expect(joinedOf([mail, phone], [phone, mail], [mail])).toEqual({})
})

test('a group is not joined', () => {
  const persons = personsIn([{ store: 'iCloud', name: 'Anna', handles: [mail, phone] }], { own: [], separate: [] })
  expect(joinedKeys([chat(phone), chat(mail, true)], persons, []).size).toBe(0)
})
