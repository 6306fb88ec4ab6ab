import { expect, test } from 'vitest'
import { collectOpened } from './closing.ts'

test('things are closed once, in reverse order, and each waits for the one before', async () => {
  const opened = collectOpened()
  const closed: string[] = []
  const late = async (name: string) => {
    await new Promise(setImmediate)
    closed.push(name)
  }
  expect(opened.add('lock', (name) => closed.push(name))).toBe('lock')
  opened.add('thread', late)
  await opened.close()
  await opened.close()
  expect(closed).toEqual(['thread', 'lock'])
})

test('a thing that cannot be closed keeps no other open, and its error is thrown', async () => {
  const opened = collectOpened()
  const closed: string[] = []
  opened.add('lock', (name) => closed.push(name))
  opened.add('thread', () => Promise.reject(new Error('stuck')))
  await expect(opened.close()).rejects.toThrow('stuck')
  expect(closed).toEqual(['lock'])
})
