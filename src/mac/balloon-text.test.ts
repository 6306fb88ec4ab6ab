import { expect, test } from 'vitest'
import { encodeAppMessage } from '../../simulator/formats/app-message.ts'
import { encodeDigitalTouch } from '../../simulator/formats/drawing.ts'
import { encodePoll } from '../../simulator/formats/poll.ts'
import { apps } from '../../simulator/messages/balloons.ts'
import { balloonText } from './balloon-text.ts'

const said = (balloon: string, payload: Uint8Array | null, raw?: string) => balloonText({ balloon, payload }, raw)
const poll = (title: string) =>
  encodePoll({
    title,
    by: '+12025550123',
    sessionId: 'one',
    options: [
      { id: '1', text: 'Pasta', by: '+12025550123' },
      { id: '2', text: 'Pizza', by: '+12025550123' },
    ],
  })

test('an app balloon shows its caption', () => {
  expect(said(apps.game, encodeAppMessage({ appName: 'Chess', caption: 'e4 e5' }))).toBe('e4 e5')
})

test('a poll shows its question and options, or the word Poll when the question is a message of its own', () => {
  expect(said(apps.polls, poll('Dinner?'))).toBe('Dinner?: Pasta · Pizza')
  expect(said(apps.polls, poll(''))).toBe('Poll: Pasta · Pizza')
})

test('a heartbeat of Digital Touch is described as one', () => {
  const touch = encodeDigitalTouch({ kind: 'heartbeat', id: 'one', atMs: 0 })
  expect(said('com.apple.DigitalTouchBalloonProvider', touch)).toMatch(/heartbeat/i)
})

test.each([
  ['no payload', null],
  ['a payload that is none', Buffer.from('bplist00 broken')],
])('with %s the words of the body are shown, or else the name of the app', (_what, payload) => {
  expect(said(apps.cash, payload, 'Sent 5 dollars')).toBe('Sent 5 dollars')
  expect(said(apps.cash, payload, '\ufffd')).toMatch(/cash/i)
  expect(said('com.example.unknown', payload)).toBeTruthy()
})

test('a row without a balloon has no balloon text', () => {
  expect(balloonText({ balloon: null, payload: null }, 'text')).toBeNull()
})
