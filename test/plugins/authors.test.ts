import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runService } from '../../src/cli/test-service.ts'
import { exitCodes } from '../../src/contract/errors.ts'
import { testFolders } from '../../src/store/test-folder.ts'
import { serviceEntry } from '../harness/bridge-process.ts'

const folderOfTest = testFolders(onTestFinished)

function begun(change: (source: string) => string = (source) => source): string {
  const folder = join(folderOfTest(), 'say_hello')
  cpSync('examples/say_hello', folder, { recursive: true })
  const index = join(folder, 'index.js')
  writeFileSync(index, change(readFileSync(index, 'utf8')))
  return folder
}

const tried = (folder: string, ...args: string[]) => {
  const { status, stdout, stderr } = runService(folderOfTest(), ['plugins', 'try', folder, ...args])
  const lines = stdout.split('\n').filter((line) => line.startsWith('{'))
  return { status, stderr, events: lines.map((line) => JSON.parse(line)) }
}

test('the generated test of a new plugin passes unchanged', () => {
  const folder = begun()
  const programs = join(folder, 'node_modules', '.bin')
  mkdirSync(programs, { recursive: true })
  writeFileSync(join(programs, 'service'), `#!/bin/sh\nexec "${process.execPath}" "${serviceEntry}" "$@"\n`)
  chmodSync(join(programs, 'service'), 0o755)
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const { status, stdout } = spawnSync(process.execPath, ['--test'], {
    cwd: folder,
    env: { ...env, HOME: folderOfTest(), PATH: [programs, env.PATH].join(delimiter) },
    encoding: 'utf8',
  })
  expect([status, status === 0 ? '' : stdout]).toEqual([0, ''])
})

test('for the tier notify, `plugins try` shows what the plugin is handed: neither text nor number', () => {
  const folder = begun((source) => source.replace("('official')", "('notify')"))
  const { status, events } = tried(folder, '--say', 'Hello', '--json')
  expect(status).toBe(exitCodes.done)
  const handed = events.find(({ type }) => type === 'handed')
  expect(handed).toEqual({ type: 'handed', sender: 'Unknown sender', text: null, files: [], state: 'acked' })
})

test('settings are passed on, and the exit code reports a delivery that failed', () => {
  const folder = begun((source) =>
    source
      .replace(
        'async on_inbound(msg) {',
        "async on_inbound(msg) {\n    if (msg.text === 'no') throw new DeliveryRefused('never', null)",
      )
      .replace('// @ts-check', "import { DeliveryRefused } from 'local-messaging-relay/plugin'"),
  )
  const settings = ['--settings', '{"answer":"Hi"}', '--json']
  expect(tried(folder, '--say', 'hello', ...settings).events).toContainEqual(
    expect.objectContaining({ type: 'sent', text: 'Hi', error_code: null }),
  )
  const { status, events } = tried(folder, '--say', 'no', ...settings)
  expect(status).toBe(exitCodes.refused)
  expect(events).toContainEqual(expect.objectContaining({ type: 'handed', text: 'no', state: 'dead' }))
  expect(events).toContainEqual(expect.objectContaining({ level: 'error', msg: expect.stringContaining('never') }))
})

test.each([
  ['does not fulfil the contract', (source: string) => source.replace('async stop() {}', ''), 'lacks the method stop'],
  ['throws when it starts', (source: string) => source.replace('ctx.log_info', 'ctx.nothing'), 'did not start'],
  ['lacks a setting', (source: string) => source.replace('additional', "required: ['key'],\n    additional"), 'key'],
] as const)('the author of a plugin that %s is told why', (_what, change, reason) => {
  const { status, stderr } = tried(begun(change), '--say', 'Hello')
  expect([status, stderr]).toEqual([exitCodes.usage, expect.stringContaining(reason)])
})

test('a folder that is not empty is not written to', () => {
  const folder = begun()
  expect(runService(folderOfTest(), ['plugins', 'new', folder])).toMatchObject({ status: exitCodes.usage })
  expect(runService(folderOfTest(), ['plugins', 'new', join(folder, 'Not-Snake')])).toMatchObject({
    status: exitCodes.usage,
  })
})
