import { expect, test } from 'vitest'
import { OpenedResources } from './closing.ts'

test('things are closed once, in reverse order, and each waits for the one before', async () => {
  const opened = new OpenedResources()
  const closed: string[] = []
  const late = async (name: string) => {
    await new Promise(setImmediate)
    closed.push(name)
  }
  expect(opened.adopt('lock', (name) => closed.push(name))).toBe('lock')
  opened.use({ close: () => closed.push('file') })
  opened.use({ stop: () => closed.push('timer') })
  opened.adopt('thread', late)
  await Promise.all([opened.close(), opened.close()])
  await opened.close()
  expect(closed).toEqual(['thread', 'timer', 'file', 'lock'])
})

test('the signal of its life aborts before anything is closed', async () => {
  const opened = new OpenedResources()
  const seen: boolean[] = []
  opened.use({ close: () => seen.push(opened.signal.aborted) })
  expect(opened.signal.aborted).toBe(false)
  await opened.close()
  expect(seen).toEqual([true])
})

test('a thing that cannot be closed keeps no other open, and its error is thrown', async () => {
  const opened = new OpenedResources()
  const closed: string[] = []
  opened.adopt('lock', (name) => closed.push(name))
  opened.adopt('thread', () => Promise.reject(new Error('stuck')))
  await expect(opened.close()).rejects.toThrow('stuck')
  expect(closed).toEqual(['lock'])
})
