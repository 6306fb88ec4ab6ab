import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { type AuditEntry, brokenLink, openAuditLog } from './audit-log.ts'
import { rotatedNames } from './rotation.ts'
import { testFolders } from './test-folder.ts'

const testFolder = testFolders(onTestFinished)
const nowMs = Date.UTC(2026, 0, 1)
const revoked: AuditEntry = { action: 'key_revoked', principal: 'session:ab', target: '0123abcd', result: 'ok' }

function opened(options: { maxBytes?: number } = {}) {
  const path = join(testFolder(), 'audit.jsonl')
  const files = () => rotatedNames(path, 10).filter(existsSync).reverse()
  const lines = () => files().flatMap((file) => readFileSync(file, 'utf8').trimEnd().split('\n'))
  return { path, files, lines, audit: openAuditLog({ path, now: () => nowMs, ...options }) }
}

it('records who did what, when and from where', () => {
  const { path, lines, audit } = opened()
  audit.append({ ...revoked, address: '127.0.0.1' })
  expect(lines().map((line) => JSON.parse(line))).toEqual([
    {
      ts: '2026-01-01T00:00:00.000Z',
      ...revoked,
      address: '127.0.0.1',
      prev: '0'.repeat(64),
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    },
  ])
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

it('reveals every line that was altered, removed or inserted', () => {
  const { lines, audit } = opened()
  for (const target of ['a', 'b', 'c', 'd']) audit.append({ ...revoked, target })
  const whole = lines()
  expect(brokenLink(whole)).toBeUndefined()
  expect(brokenLink(whole.map((line, n) => (n === 1 ? line.replace('"b"', '"x"') : line)))).toBe(2)
  expect(brokenLink(whole.filter((_, n) => n !== 1))).toBe(2)
  expect(brokenLink([...whole.slice(0, 2), ...whole.slice(1)])).toBe(3)
  expect(brokenLink(whole.toReversed())).toBe(2)
})

it('continues the chain after a restart and after a line that was cut short', () => {
  const { path, lines, audit } = opened()
  audit.append(revoked)
  appendFileSync(path, '{"ts":"2026')
  openAuditLog({ path }).append(revoked)
  audit.append(revoked)
  expect(lines()).toHaveLength(4)
  expect(brokenLink(lines())).toBeUndefined()
})

it('keeps ten files with one chain through them', () => {
  const { files, lines, audit } = opened({ maxBytes: 1_000 })
  for (let n = 0; n < 60; n++) audit.append({ ...revoked, target: String(n) })
  expect(files()).toHaveLength(10)
  expect(lines().length).toBeLessThan(60)
  expect(brokenLink(lines())).toBeUndefined()
})

it('stays one chain when several processes write to it', async () => {
  const { path, lines } = opened()
  const program = `
    import { openAuditLog } from '${join(import.meta.dirname, 'audit-log.ts')}'
    const audit = openAuditLog({ path: '${path}', onTrouble: (reason) => { throw new Error(reason) } })
    for (let n = 0; n < 25; n++) audit.append({ action: 'logout', principal: 'open', result: 'ok' })`
  const children = [1, 2, 3].map(() =>
    spawn(process.execPath, ['--no-warnings', '--input-type=module-typescript', '-e', program], { stdio: 'inherit' }),
  )
  for (const [code] of await Promise.all(children.map((child) => once(child, 'exit')))) expect(code).toBe(0)
  expect(lines()).toHaveLength(75)
  expect(brokenLink(lines())).toBeUndefined()
})

it('lets the action go ahead when the log cannot be written, but reports it', () => {
  const path = join(testFolder(), 'audit.jsonl')
  mkdirSync(path)
  const troubles: string[] = []
  openAuditLog({ path, onTrouble: (reason) => troubles.push(reason) }).append(revoked)
  expect(troubles).toEqual([expect.stringContaining('is not a regular file')])
})

it('holds nothing that would control a terminal or turn the direction of writing', () => {
  const { lines, audit } = opened()
  audit.append({ ...revoked, target: 'web.\u001b[2Jhost\u009b31m\u2028 \u202eweb.port\n' })
  expect(lines().map((line) => JSON.parse(line).target)).toEqual(['web.host  web.port '])
  expect(brokenLink(lines())).toBeUndefined()
})

it('limits the length of a target', () => {
  const { lines, audit } = opened()
  audit.append({ ...revoked, target: 'x'.repeat(100_000) })
  audit.append(revoked)
  expect(lines()[0]?.length).toBeLessThan(1_000)
  expect(brokenLink(lines())).toBeUndefined()
})
