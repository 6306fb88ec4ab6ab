import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Value } from '@sinclair/typebox/value'
import { expect, onTestFinished, test } from 'vitest'
import { Config } from '../contract/config.ts'
import { messageOf } from '../store/journal/test-journal.ts'
import { testFolders } from '../store/test-folder.ts'
import { debugMirror, messageRecord } from './debug-mirror.ts'

const folderOfTest = testFolders(onTestFinished)
const said = (text: string) => messageRecord(messageOf(1, { text }))
const configWith = (mirror_file: string | null): Config => Value.Parse(Config, { relay: { mirror_file } })

/** Opens a mirror whose settings a test changes. */
function mirrorWith(first: string | null) {
  const base = folderOfTest()
  const listeners: ((config: Config) => void)[] = []
  const settings = {
    onChange(listener: (config: Config) => void) {
      listeners.push(listener)
      listener(configWith(first))
    },
  }
  const mirror = debugMirror(base, settings)
  onTestFinished(mirror.close)
  return {
    base,
    mirror,
    set(mirrorFile: string | null) {
      for (const listener of listeners) listener(configWith(mirrorFile))
    },
    lines: (name: string) =>
      readFileSync(join(base, name), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
  }
}

test('without a mirror file nothing is written', () => {
  const { mirror, base } = mirrorWith(null)
  mirror.append(said('hello'))
  expect(existsSync(join(base, 'mirror.jsonl'))).toBe(false)
})

test('relayed messages are written as lines, in the base directory', () => {
  const { mirror, lines } = mirrorWith('mirror.jsonl')
  mirror.append(said('hello'))
  expect(lines('mirror.jsonl')).toMatchObject([{ event: 'message', source: 'bridge', text: 'hello' }])
})

test('the mirror follows the settings while the bridge runs: enabled, moved, disabled', () => {
  const { mirror, set, lines } = mirrorWith(null)
  set('one.jsonl')
  mirror.append(said('first'))
  set('one.jsonl')
  mirror.append(said('second'))
  set('two.jsonl')
  mirror.append(said('third'))
  set(null)
  mirror.append(said('nowhere'))
  expect(lines('one.jsonl').map(({ text }) => text)).toEqual(['first', 'second'])
  expect(lines('two.jsonl').map(({ text }) => text)).toEqual(['third'])
})

test('a file that cannot be written stops nothing, and the next usable one is used', () => {
  const { mirror, base, set, lines } = mirrorWith('nowhere/mirror.jsonl')
  mirror.append(said('lost'))
  mkdirSync(join(base, 'folder'))
  set('folder')
  mirror.append(said('lost'))
  set('mirror.jsonl')
  mirror.append(said('kept'))
  expect(lines('mirror.jsonl').map(({ text }) => text)).toEqual(['kept'])
})
