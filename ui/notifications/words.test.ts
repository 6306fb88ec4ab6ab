import { expect, test } from 'vitest'
import { wordsOf } from './words.ts'

const subject = {
  conversation: { display_name: 'Anna', is_group: false },
  message: { sender: 'Anna', text: 'At eight?' },
  newMessage: 'New message',
  product: 'Relay',
}

test.each([
  ['rich', { title: 'Anna', body: 'At eight?' }],
  ['sender', { title: 'Anna', body: 'New message' }],
  ['private', { title: 'Relay', body: 'New message' }],
] as const)('%s', (level, words) => {
  expect(wordsOf(level, subject)).toEqual(words)
})

test('a notification of a group names the sender, and a picture without text is a new message', () => {
  const conversation = { display_name: 'Hikers', is_group: true }
  expect(wordsOf('rich', { ...subject, conversation })).toEqual({ title: 'Hikers', body: 'Anna: At eight?' })
  expect(wordsOf('rich', { ...subject, message: { sender: 'Anna', text: '' } }).body).toBe('New message')
})
