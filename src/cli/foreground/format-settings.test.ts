import { Value } from '@sinclair/typebox/value'
import { expect, test } from 'vitest'
import { Config } from '../../contract/config.ts'
import { formatSettings } from './format-settings.ts'

const inWords = (settings: object) => formatSettings(Value.Parse(Config, settings), '/home/me/.service/config.json')

test('without settings it says that nothing will be relayed, and where to change that', () => {
  expect(inWords({})).toBe(
    [
      '  Relayed         only what you write to yourself: the whitelist is empty',
      '  To              nobody: no integration is enabled',
      '  Settings        on the page below, or in /home/me/.service/config.json',
      '',
    ].join('\n'),
  )
})

test('people and groups are counted, not named', () => {
  const words = inWords({
    whitelist: { handles: ['+12025550123'], groups: ['chat1', 'chat2'] },
    integrations: { webhook: { enabled: true }, ntfy: { enabled: false } },
  })
  expect(words).toContain('messages of 1 person of the whitelist and 2 groups of the whitelist')
  expect(words).toContain('To              webhook\n')
  expect(words).not.toContain('555')
  expect(words).not.toContain('Settings')
})

test('the scope contacts is shown together with whitelist entries', () => {
  expect(inWords({ relay: { scope: 'contacts' }, whitelist: { groups: ['chat1'] } })).toContain(
    'messages of your contacts and of 1 group of the whitelist',
  )
})
