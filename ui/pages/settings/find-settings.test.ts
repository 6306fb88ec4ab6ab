import { beforeAll, expect, test } from 'vitest'
import { en } from '../../catalogue/en.ts'
import { speak } from '../../catalogue/texts.ts'
import { type Findable, findSettings } from './find-settings.ts'

beforeAll(() => speak({ texts: en, locale: 'en' }))

const sections: readonly Findable[] = [
  { name: 'web', title: 'settings.web' },
  { name: 'sending', title: 'settings.sending' },
  { name: 'browser', title: 'browser.title', about: ['browser.language'] },
]
const found = (text: string) => findSettings(text, sections).map(({ title, href }) => `${title} ${href}`)

test.each([
  ['a name', 'port', 'Port /settings/web#web.port'],
  ['a key', 'send.sms', 'Send as SMS when iMessage is unavailable /settings/sending#send.sms_fallback'],
  ['what it means', 'tailscale', 'Additional host names /settings/web#web.allowed_hosts'],
  ['a thing of a section', 'langu', 'Language /settings/browser'],
  ['a section', 'this browser', 'This browser /settings/browser'],
  ['a page of its own', 'rules', 'Rules /rules'],
])('%s leads to its place', (_, text, expected) => {
  expect(found(text)).toContain(expected)
})

test('matches in a title come before matches in a hint', () => {
  expect(found('port')[0]).toBe('Port /settings/web#web.port')
})

test('a setting whose section does not exist is not offered', () => {
  expect(found('poll')).toEqual([])
  expect(found('xyzzy')).toEqual([])
})
