import { expect, test } from 'vitest'
import { paths } from '../routes.ts'
import { firstQuestions } from './first-questions.ts'

const guid = 'any;-;+12025550123'
const namesAt = (address: string) => {
  const [path = '', query = ''] = address.split('?')
  return firstQuestions(path, query).map(([name]) => name)
}

test.each([
  [paths.messages(), ['list_conversations']],
  [paths.archived(), ['list_conversations']],
  [paths.conversation(guid), ['get_conversation', 'list_messages', 'list_conversations']],
  [paths.details(guid), ['get_conversation', 'list_messages', 'list_conversations']],
  [paths.conversation(guid, { m: 5 }), ['get_conversation', 'list_conversations']],
  [paths.relay(), ['overview']],
  [paths.settings(), []],
])('%s asks first for %j', (address, names) => expect(namesAt(address)).toEqual(names))

test('the archive asks for what is archived, the list for what is not', () => {
  expect(firstQuestions(paths.archived(), '')[0]?.[1]).toMatchObject({ archived: true })
  expect(firstQuestions(paths.messages(), '')[0]?.[1]).toMatchObject({ archived: false })
})
