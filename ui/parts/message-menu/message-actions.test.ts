import { expect, test } from 'vitest'
import type { Message } from '../../../src/contract/message.ts'
import { messageOf } from '../thread/test-message.ts'
import { actionsFor, quoteOf } from './message-actions.ts'

const all = { mayWrite: true, canReact: true, canEdit: true, canUnsend: true }
const own = (more: Partial<Message> = {}) => messageOf(1, { is_from_me: true, status: 'sent', ...more })
const nowMs = Date.parse(own().ts) + 60_000

const actions = (message: Message, { powers = all, newest = [message], at = nowMs } = {}) =>
  actionsFor(message, { powers, newest, nowMs: at })

test('every action is offered for an own recent text, and all but changing it for someone else’s', () => {
  expect(actions(own())).toEqual(['react', 'answer', 'copy', 'copy_link', 'star', 'edit', 'unsend', 'why'])
  expect(actions(messageOf(1))).toEqual(['react', 'answer', 'copy', 'copy_link', 'star', 'why'])
})

test.each([
  ['unsent', own({ unsent: true, text: '' }), ['copy_link', 'why']],
  ['failed', own({ status: 'failed' }), ['answer', 'copy', 'copy_link', 'star', 'why']],
  ['a text message', own({ service: 'SMS' }), ['answer', 'copy', 'copy_link', 'star', 'why']],
  ['nothing but a picture', own({ text: '', attachments: [{} as never] }), ['answer', 'copy_link', 'star', 'why']],
  ['said by Messages', messageOf(1, { kind: 'system' }), []],
])('a message that is %s offers no action that would fail', (_, message, offered) => {
  expect(actions(message)).toEqual(offered)
})

test('actions that this Mac or this session does not allow are not offered', () => {
  expect(actions(own(), { powers: { ...all, canReact: false, canEdit: false } })).not.toContain('edit')
  expect(actions(own(), { powers: { ...all, mayWrite: false } })).toEqual(['copy', 'copy_link', 'why'])
})

test('after the time limit of Messages, and far from the end, a message cannot be changed', () => {
  expect(actions(own(), { at: nowMs + 5 * 60_000 })).not.toContain('unsend')
  expect(actions(own(), { at: nowMs + 60 * 60_000 })).toEqual(['react', 'answer', 'copy', 'copy_link', 'star', 'why'])
  expect(actions(own(), { newest: [] })).toEqual(['answer', 'copy', 'copy_link', 'star', 'why'])
})

test('a quotation is one short line', () => {
  expect(quoteOf('Lunch\nat one?')).toBe('Lunch at one?')
  expect(quoteOf(`${'🎂'.repeat(200)}`)).toBe(`${'🎂'.repeat(120)} …`)
})
