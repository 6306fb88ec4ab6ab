import { expect, it } from 'vitest'
import { attachmentsLine, unsentLine } from './last-line.ts'

const file = (kind: Parameters<typeof attachmentsLine>[0][number]['kind'], mime_type = '') => ({
  kind,
  mime_type,
  filename: `a.${kind}`,
  is_sticker: false,
})

it.each([
  [[], ''],
  [[file('image')], 'Photo'],
  [[{ ...file('image'), is_sticker: true }], 'Sticker'],
  [[file('audio', 'audio/x-caf')], 'Voice message'],
  [[file('audio')], 'a.audio'],
  [[file('file')], 'a.file'],
  [[file('location')], 'Location'],
  [[file('video'), file('video')], '2 videos'],
  [[file('video'), file('image'), file('file')], '3 attachments'],
])('%j is shown as %j in a list', (attachments, line) => {
  expect(attachmentsLine(attachments)).toBe(line)
})

it('names the person who unsent a message', () => {
  expect([unsentLine('Anna'), unsentLine(null)]).toEqual(['Anna unsent a message.', 'You unsent a message.'])
})
