import { expect, test } from 'vitest'
import { messageOf } from '../../store/journal/test-journal.ts'
import { applyTransforms, type Transform } from './transforms.ts'

const original = messageOf(1, { text: 'a' })
const bytes: Transform['bytes'] = async (file) => file
const adding = (letter: string): Transform => ({
  name: `adds ${letter}`,
  bytes,
  apply: async (message) => ({ ...message, text: `${message.text}${letter}` }),
})
const dropping: Transform = { name: 'filter', bytes, apply: async () => undefined }

test('without transforms a message stays unchanged', async () => {
  expect(await applyTransforms(original, [])).toEqual({ message: original })
})

test('each transform gets the result of the previous one', async () => {
  expect(await applyTransforms(original, [adding('b'), adding('c')])).toMatchObject({ message: { text: 'abc' } })
  expect(original.text).toBe('a')
})

test('the transform that drops a message is named, and none after it runs', async () => {
  const never: Transform = { name: 'never', bytes, apply: () => expect.fail('was asked') }
  expect(await applyTransforms(original, [adding('b'), dropping, never])).toEqual({ droppedBy: 'filter' })
})

test.each<[string, Transform['apply']]>([
  ['rejects', () => Promise.reject(new Error('no key'))],
  [
    'throws at once',
    () => {
      throw new Error('no key')
    },
  ],
  ['throws what is no error', () => Promise.reject('no key')],
])('a transform that %s lets nothing of the message through', async (_what, apply) => {
  expect(await applyTransforms(original, [adding('b'), { name: 'seal', bytes, apply }, adding('c')])).toEqual({
    failed: 'seal: no key',
  })
})
