import { chmodSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { absentRev, readConfig, saveConfig } from './config-file.ts'
import { watchConfig } from './config-watch.ts'
import { testFolders } from './test-folder.ts'

const testFolder = testFolders(onTestFinished)

function watched(initial: string | undefined = '{"version":1}', pollMs = 20) {
  const file = join(testFolder(), 'config.json')
  const write = (text: string, path = file) => writeFileSync(path, text, { mode: 0o600 })
  if (initial) write(initial)
  const ports: number[] = []
  const problems: (string | undefined)[] = []
  const watch = watchConfig({
    file,
    inForceRev: readConfig(file).snapshot?.rev ?? '',
    onChange: ({ config }) => ports.push(config.web.port),
    onProblem: (problem) => problems.push(problem?.code),
    pollMs,
  })
  onTestFinished(() => watch.close())
  return { file, write, ports, problems }
}

const withPort = (port: number) => JSON.stringify({ version: 1, web: { port } })
const until = (read: () => unknown, value: unknown) => expect.poll(read).toEqual(value)

it.each<[string, (file: string, write: (text: string, path?: string) => void) => void]>([
  ['in place', (_file, write) => write(withPort(9000))],
  [
    'by rename',
    (file, write) => {
      write(withPort(9000), `${file}.new`)
      renameSync(`${file}.new`, file)
    },
  ],
  [
    'with a backup first, as editors do',
    (file, write) => {
      renameSync(file, `${file}~`)
      write(withPort(9000))
    },
  ],
  [
    'in two steps',
    (file, write) => {
      truncateSync(file)
      write(withPort(9000))
    },
  ],
  ['by us', (file) => saveConfig(file, { web: { port: 9000 } })],
])('notices a file saved %s, once', async (_way, save) => {
  const { file, write, ports, problems } = watched()
  save(file, write)
  await until(() => ports, [9000])
  write(withPort(9001))
  await until(() => ports, [9000, 9001])
  expect(problems).toEqual([])
})

it('does not need to poll while the watcher works', async () => {
  const { write, ports } = watched(undefined, 60_000)
  write(withPort(9000))
  await until(() => ports, [9000])
})

it('keeps the configuration in force while the file is broken, and reports once that it broke and once that it is repaired', async () => {
  const { write, ports, problems } = watched()
  write('{"version":')
  await until(() => problems, ['config_invalid'])
  write('{"version":')
  write('{"version":1}')
  await until(() => problems, ['config_invalid', undefined])
  expect(ports).toEqual([])
})

it('does not fall back to defaults when the file is removed', async () => {
  const { file, write, ports, problems } = watched(withPort(9000))
  rmSync(file)
  await until(() => problems, ['config_invalid'])
  write(withPort(9001))
  await until(() => [ports, problems], [[9001], ['config_invalid', undefined]])
})

it('applies a file that appears where there was none', async () => {
  const { file, write, ports } = watched('')
  expect(readConfig(file).snapshot?.rev).toBe(absentRev)
  write(withPort(9000))
  await until(() => ports, [9000])
})

it('reports when others have become able to read the file', async () => {
  const { file, problems } = watched()
  chmodSync(file, 0o644)
  await until(() => problems, ['config_exposed'])
})
