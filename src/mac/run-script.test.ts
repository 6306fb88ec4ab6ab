import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { seededRandom } from '../../simulator/random.ts'
import type { ChatGuid } from '../contract/ids.ts'
import { scriptRun } from '../sending/messages/script-run.ts'
import { awkwardText } from '../sending/messages/test-awkward-text.ts'
import { runScript } from './run-script.ts'

/** Creates a stand-in for osascript that runs the given shell commands. */
function programThat(does: string) {
  const folder = mkdtempSync(join(tmpdir(), 'osascript-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const osascript = join(folder, 'osascript')
  writeFileSync(osascript, `#!/bin/sh\ncd '${folder}'\n${does}\n`, { mode: 0o700 })
  return { folder, osascript }
}

const run = (does: string, options: { deadlineMs?: number; onStarted?: (pid: number) => void } = {}) =>
  runScript({ osascript: programThat(does).osascript, args: [], deadlineMs: 30_000, ...options })

it('returns the output and the exit code', async () => {
  expect(await run('echo sent; echo "no" >&2; exit 3')).toEqual({
    exitCode: 3,
    stdout: 'sent\n',
    stderr: 'no\n',
    end: 'exited',
  })
})

it('passes hundreds of awkward texts, addresses and paths byte for byte', async () => {
  const { folder, osascript } = programThat(`printf '%s\\0' "$@" > arguments`)
  const random = seededRandom('processes')
  const texts = [...Array.from({ length: 300 }, () => awkwardText(random)), '🍝'.repeat(20_000), 'é'.repeat(20_000)]
  for (const [turn, text] of texts.entries()) {
    const content = turn % 2 === 0 ? { text } : { path: text }
    const args = scriptRun(content, { by: 'chat', guid: awkwardText(random) as ChatGuid }) ?? expect.fail('refused')
    expect(await runScript({ osascript, args, deadlineMs: 30_000 })).toMatchObject({ exitCode: 0 })
    const expected = Buffer.from(args.map((argument) => `${argument}\0`).join(''))
    if (!readFileSync(join(folder, 'arguments')).equals(expected)) expect.fail(`other than ${JSON.stringify(args)}`)
  }
})

it('gives the program none of our environment and no input, and runs it in the root folder', async () => {
  process.env.SECRET_OF_OURS = 'x'
  onTestFinished(() => void delete process.env.SECRET_OF_OURS)
  const { stdout } = await runScript({
    osascript: '/bin/sh',
    args: ['-c', 'pwd; cat; env'],
    deadlineMs: 30_000,
  })
  const [folder, ...variables] = stdout.trim().split('\n')
  expect(folder).toBe('/')
  expect(variables.map((line) => line.split('=')[0]).toSorted()).toEqual(['LANG', 'PATH', 'PWD'])
})

it('kills a program that does not end', async () => {
  expect(await run('echo begun; exec sleep 1000', { deadlineMs: 200 })).toMatchObject({ exitCode: null, end: 'killed' })
})

it('kills a program that prints without end, and keeps the end of the output', async () => {
  const { end, stdout, stderr } = await run('exec yes "Please update this helper"')
  expect({ end, stderr }).toEqual({ end: 'killed', stderr: '' })
  expect(stdout.length).toBeLessThanOrEqual(4_000)
  const last = await run(`yes banner | head -c 50000 >&2; echo 'execution error: no (-1743)' >&2; exit 1`)
  expect(last).toMatchObject({ end: 'exited', exitCode: 1, stderr: expect.stringMatching(/\(-1743\)\n$/) })
  expect(last.stderr.length).toBeLessThanOrEqual(4_000)
})

it('does not wait for a child process that keeps the outputs open', async () => {
  const { osascript, folder } = programThat('sleep 1000 & echo $! > child; echo sent')
  onTestFinished(() => void process.kill(Number(readFileSync(join(folder, 'child'), 'utf8')), 'SIGKILL'))
  const end = await runScript({ osascript, args: [], deadlineMs: 30_000 })
  expect(end).toMatchObject({ exitCode: 0, end: 'exited', stdout: 'sent\n' })
})

it('reports a program that cannot be started', async () => {
  const start = (osascript: string, args: string[]) => runScript({ osascript, args, deadlineMs: 1_000 })
  expect((await start('/no/such/osascript', [])).end).toBe('not_started')
  expect((await start('/etc/passwd', [])).end).toBe('not_started')
  expect((await start('/bin/echo', ['a\0b'])).end).toBe('not_started')
  expect((await start('/bin/echo', ['x'.repeat(5_000_000)])).end).toBe('not_started')
})

it('an error thrown by onStarted is rethrown after the script has ended', async () => {
  const { folder, osascript } = programThat('echo done > trace')
  const onStarted = () => {
    throw new Error('the disk is full')
  }
  await expect(runScript({ osascript, args: [], deadlineMs: 30_000, onStarted })).rejects.toThrow('the disk is full')
  expect(readFileSync(join(folder, 'trace'), 'utf8')).toBe('done\n')
})
