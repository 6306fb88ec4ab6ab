import { expect, test } from 'vitest'
import type { RelayMessage } from '../../domain/message.ts'
import type { PluginContext } from '../../plugin-api/index.ts'
import { checkedSettings } from '../../plugins/settings.ts'
import { messageOf } from '../../store/journal/test-journal.ts'
import { ContentFilter } from './content-filter.ts'

/** Starts a filter with these settings, checked and completed as the host does. */
async function filtering(settings: Record<string, unknown>): Promise<ContentFilter> {
  const checked = checkedSettings(ContentFilter.SETTINGS_SCHEMA, settings)
  if ('problem' in checked) throw new Error(checked.problem)
  const filter = new ContentFilter()
  await filter.start({ plugin_config: checked.settings } as PluginContext)
  return filter
}
const written: Partial<RelayMessage> = {
  text: 'the secret: call +12025550123',
  groupName: 'Secret club',
  sender: 'Secret',
  replyTo: { guid: 'guid' as RelayMessage['guid'], excerpt: 'what secret?' },
  attachments: [{ guid: 'a', name: 'secret plan.pdf', mime: null, size: 1 }],
}
const transformed = async (settings: Record<string, unknown>, plugin = 'webhook', message = written) =>
  (await filtering(settings)).transform(messageOf(1, message), plugin)

test("matches are hidden wherever they were written, except in the sender's name", async () => {
  expect(await transformed({ words: ['secret'], personal_data: ['phone'] })).toMatchObject({
    text: 'the •••: call •••',
    groupName: '••• club',
    sender: 'Secret',
    replyTo: { excerpt: 'what •••?' },
    attachments: [{ guid: 'a', name: '••• plan.pdf' }],
  })
})

test('a message without a match stays as it is', async () => {
  expect(await transformed({ words: ['treasure'], action: 'drop' })).toEqual(messageOf(1, written))
  expect(await transformed({ words: ['treasure'] }, 'webhook', { text: null })).toMatchObject({ text: null })
})

test('a message can be held back instead, even for a match in a file’s name', async () => {
  expect(await transformed({ patterns: ['sec\\w+'], action: 'drop' })).toBeUndefined()
  expect(await transformed({ words: ['plan'], action: 'drop' })).toBeUndefined()
})

test('a plugin can have a filter of its own', async () => {
  const settings = { words: ['secret'], per_plugin: { ntfy: { action: 'drop' }, mqtt: { words: [] } } }
  expect(await transformed(settings, 'webhook')).toMatchObject({ text: 'the •••: call +12025550123' })
  expect(await transformed(settings, 'ntfy')).toBeUndefined()
  expect(await transformed(settings, 'mqtt')).toMatchObject({ text: written.text })
})

test.each([
  [{ patterns: ['a(b'] }, /“\)” is missing/],
  [{ per_plugin: { ntfy: { patterns: ['*'] } } }, /nothing stands before “\*”/],
  [{ personal_data: ['shoe size'] }, /personal_data/],
  [{ action: 'laugh' }, /action/],
  [{ word: ['secret'] }, /word/],
])('%j is refused', async (settings, problem) => {
  await expect(filtering(settings)).rejects.toThrow(problem)
})
