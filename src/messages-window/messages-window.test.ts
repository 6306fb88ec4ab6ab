import { expect, it, onTestFinished } from 'vitest'
import { type FaultName, setFault } from '../../simulator/programs/faults.ts'
import type { MacosVersion } from '../../simulator/schema/macos-version.ts'
import { temporaryMac } from '../../simulator/temporary-mac.ts'
import type { WindowOptions } from './deps.ts'
import { windowOf } from './test-window.ts'

const anna = '+12025550123'
const ben = '+12025550145'

interface Scene {
  macos?: MacosVersion
  fault?: FaultName
  options?: Partial<WindowOptions>
}

/** Creates a conversation in which both people have just written, and another one beside it. */
function scene({ macos = 26, fault, options }: Scene = {}) {
  const mac = temporaryMac({ macos })
  onTestFinished(mac.close)
  mac.contacts.onMyMac.add({ firstName: 'Anna', lastName: 'Keller', phones: ['(202) 555-0123'] })
  mac.messages.receive({ from: ben, text: 'elsewhere' })
  const theirs = mac.messages.receive({ from: anna, text: 'Shall we meet?\nAt noon.' })
  const own = mac.messages.send({ to: anna, text: 'Gladly', state: 'delivered' })
  if (fault !== undefined) setFault(mac.home, { name: fault, times: null })
  const before = mac.rows('SELECT count(*) AS count, max(ROWID) AS newest FROM message')
  return {
    mac,
    theirs,
    own,
    window: windowOf(mac, onTestFinished, options),
    /** Expects that nobody was sent anything, and nothing was changed. */
    expectUntouched: () => {
      expect(mac.rows('SELECT count(*) AS count, max(ROWID) AS newest FROM message')).toEqual(before)
      if (macos >= 13) expect(mac.rows('SELECT 1 FROM message WHERE date_edited <> 0')).toEqual([])
    },
  }
}

const like = { emoji: '👍', remove: false }

it.each<MacosVersion>([15, 26])('on macOS %i a tapback can be added, changed and removed', async (macos) => {
  const { window, theirs } = scene({ macos })
  expect((await window.tapback({ ...theirs, ...like })).tapbacks).toEqual(['👍'])
  expect((await window.tapback({ ...theirs, emoji: '❤️', remove: false })).tapbacks).toEqual(['❤️'])
  expect((await window.tapback({ ...theirs, emoji: '❤️', remove: true })).tapbacks).toEqual([])
})

it.each<MacosVersion>([15, 26])('on macOS %i an own message can be edited repeatedly', async (macos) => {
  const { window, own, mac } = scene({ macos })
  const text = 'Gladly! “Quotes”, \\ and\nlines, שלום 👩‍👩‍👧'
  expect(await window.edit({ ...own, text })).toMatchObject({ text, edited: true })
  expect(await window.edit({ ...own, text: 'Rather not' })).toMatchObject({ text: 'Rather not' })
  expect(mac.row('SELECT count(*) AS count FROM message')).toEqual({ count: 3 })
})

it('a message to oneself, which the window shows twice, is changed where it stands as sent', async () => {
  const { window, mac } = scene()
  const note = mac.messages.noteToSelf({ text: 'buy olives' })
  const other = mac.messages.noteToSelf({ text: 'buy lemons' })
  expect((await window.tapback({ ...note, ...like })).tapbacks).toEqual(['👍'])
  expect(await window.edit({ ...note, text: 'buy bread' })).toMatchObject({ text: 'buy bread', edited: true })
  expect(await window.unsend(other)).toMatchObject({ unsent: true })
  const changed = mac.rows('SELECT ROWID AS rowid FROM message WHERE date_edited <> 0')
  expect(changed).toEqual([{ rowid: note.rowid }, { rowid: other.rowid }])
})

it.each<MacosVersion>([13, 15, 26])('on macOS %i an own message can be unsent', async (macos) => {
  const { window, own } = scene({ macos })
  expect(await window.unsend(own)).toMatchObject({ unsent: true, text: '' })
})

it('a number that is no contact is recognised by its digits, however the title formats it', async () => {
  const { window, mac } = scene()
  const own = mac.messages.send({ to: ben, text: 'Hello there', state: 'delivered' })
  expect(await window.unsend(own)).toMatchObject({ unsent: true })
})

it('a message in a named group can be changed', async () => {
  const { window, mac } = scene()
  const { guid } = mac.messages.createGroup({ members: [anna, ben], name: 'Hikers' })
  const theirs = mac.messages.receive({ from: ben, chat: guid, text: 'Who comes along?' })
  expect((await window.tapback({ ...theirs, ...like })).tapbacks).toEqual(['👍'])
})

it('a change that is already in effect returns the message without touching the window', async () => {
  const { window, own, theirs } = scene({ fault: 'no-window' })
  expect(await window.edit({ ...own, text: 'Gladly' })).toMatchObject({ text: 'Gladly', edited: false })
  expect(await window.tapback({ ...theirs, emoji: '👍', remove: true })).toMatchObject({ tapbacks: [] })
})

it.each<[FaultName, string, RegExp | undefined]>([
  ['accessibility-denied', 'accessibility_denied', undefined],
  ['automation-denied', 'automation_denied', undefined],
  ['no-window', 'unsupported', /no conversation/],
  ['draft-open', 'unsupported', /Somebody is writing/],
  ['wrong-conversation', 'unsupported', /another conversation/],
  ['window-moves-on', 'unsupported', /another conversation/],
  ['other-language', 'unsupported', /English/],
])('%s: the message is left unchanged, and the caller learns why', async (fault, code, reason) => {
  const { window, theirs, expectUntouched } = scene({ fault })
  await expect(window.tapback({ ...theirs, ...like })).rejects.toMatchObject({
    code,
    details: reason === undefined ? {} : { reason: expect.stringMatching(reason) },
  })
  expectUntouched()
})

it('macOS 13 offers no reactions by name, so none is added', async () => {
  const { window, theirs, expectUntouched } = scene({ macos: 13 })
  const reason = expect.stringMatching('offers no such action')
  await expect(window.tapback({ ...theirs, ...like })).rejects.toMatchObject({
    code: 'unsupported',
    details: { reason },
  })
  expectUntouched()
})

it('an edit is abandoned when the field does not accept the text', async () => {
  const { window, own, expectUntouched } = scene({ fault: 'field-resists' })
  const reason = expect.stringMatching('field')
  await expect(window.edit({ ...own, text: 'Never' })).rejects.toMatchObject({
    code: 'unsupported',
    details: { reason },
  })
  expectUntouched()
})

it.each<['tapback' | 'edit' | 'unsend']>([['tapback'], ['edit'], ['unsend']])(
  'success means that chat.db shows it: a %s that Messages ignores is uncertain',
  async (verb) => {
    const { window, own, expectUntouched } = scene({ fault: 'action-ignored' })
    await expect(window[verb]({ ...own, ...like, text: 'Never' })).rejects.toMatchObject({ code: 'send_uncertain' })
    expectUntouched()
  },
)

it('a message that may not be changed is refused before the window is opened', async () => {
  const { window, theirs, mac } = scene()
  const old = mac.messages.send({ to: anna, text: 'long ago', state: 'delivered', atMs: Date.now() - 16 * 60_000 })
  const sms = mac.messages.send({ to: anna, service: 'SMS', text: 'by SMS', state: 'sent' })
  await expect(window.edit({ ...theirs, text: 'x' })).rejects.toMatchObject({ code: 'unsupported' })
  await expect(window.edit({ ...old, text: 'x' })).rejects.toMatchObject({ code: 'unsupported' })
  await expect(window.unsend(old)).rejects.toMatchObject({ code: 'unsupported' })
  await expect(window.tapback({ ...sms, ...like })).rejects.toMatchObject({ code: 'unsupported' })
  await expect(window.tapback({ rowid: 99_999, ...like })).rejects.toMatchObject({ code: 'message_not_found' })
})

it.each(['a\0b', 'half \ud83d', ' \n'])('the text %j is refused', async (text) => {
  const { window, own } = scene()
  await expect(window.edit({ ...own, text })).rejects.toMatchObject({ code: 'invalid_request' })
})

it('a message with the same text as another nearby is left unchanged', async () => {
  const { window, mac } = scene()
  const double = mac.messages.send({ to: anna, text: 'Gladly', state: 'delivered' })
  const reason = expect.stringMatching('says the same')
  await expect(window.unsend(double)).rejects.toMatchObject({ details: { reason } })
})

it('a change waits while another process holds the lock, and reports when that takes too long', async () => {
  let isHeld = true
  const tryLock = () => (isHeld ? undefined : { release: () => undefined })
  const timings = { shownWithin: 200, lockWithin: 20, lockAgain: 10 }
  const { window, own } = scene({ options: { tryLock, timings } })
  const reason = expect.stringMatching('busy')
  await expect(window.unsend(own)).rejects.toMatchObject({ code: 'unsupported', details: { reason } })
  isHeld = false
  expect(await window.unsend(own)).toMatchObject({ unsent: true })
})

it.each<[Scene, RegExp]>([
  [{ options: { isOn: () => false } }, /Switched off.*send\.ui_scripting/],
  [{ options: { programs: {} } }, /osascript/],
  [{ macos: 12 }, /macOS 13/],
  [{ fault: 'accessibility-denied' }, /Accessibility/],
  [{ fault: 'automation-denied' }, /Automation/],
])('the reason why a change is impossible is known beforehand: %j', async (given, why) => {
  const { window, own } = scene(given)
  expect(await window.trouble('send_edits')).toMatch(why)
  await expect(window.unsend(own)).rejects.toThrow(why)
})

it('without obstacles no trouble is reported, and macOS is asked only once in a while', async () => {
  let nowMs = Date.now()
  const timings = { permissionHolds: 5_000 }
  const { window, mac } = scene({ options: { nowMs: () => nowMs, timings } })
  expect(await window.trouble('send_tapbacks')).toBeNull()
  setFault(mac.home, { name: 'accessibility-denied', times: null })
  expect(await window.trouble('send_unsends')).toBeNull()
  nowMs += 5_000
  expect(await window.trouble('send_unsends')).toMatch('Accessibility')
})
