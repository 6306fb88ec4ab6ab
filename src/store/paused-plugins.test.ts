import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { pausedPlugins } from './paused-plugins.ts'
import { testFolders } from './test-folder.ts'

const testFolder = testFolders(onTestFinished)

test('a pause is kept for every process until the plugin is resumed', () => {
  const folder = join(testFolder(), 'paused')
  const [one, other] = [pausedPlugins(folder), pausedPlugins(folder)]
  expect([...one.all()]).toEqual([])
  one.set('webhook', true)
  one.set('webhook', true)
  one.set('@scope/odd name', true)
  expect([...other.all()].toSorted()).toEqual(['@scope/odd name', 'webhook'])
  other.set('webhook', false)
  other.set('never paused', false)
  expect([...one.all()]).toEqual(['@scope/odd name'])
})
