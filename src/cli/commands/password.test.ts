import { once } from 'node:events'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { exitCodes } from '../../contract/errors.ts'
import { names } from '../../contract/names.ts'
import { serviceDir } from '../../store/service-dir.ts'
import { testFolders } from '../../store/test-folder.ts'
import { verifyPassword } from '../../web/auth/password-hash.ts'
import { startService } from '../test-service.ts'

const folderOfTest = testFolders(onTestFinished)
const password = 'correct horse battery'

function emptyHome() {
  const home = folderOfTest()
  const dir = serviceDir(join(home, names.baseDirectory))
  const hash = () => JSON.parse(readFileSync(dir.configFile, 'utf8')).auth?.password_hash
  return { home, dir, hash }
}

/** Runs the command with the given standard input, which is not a terminal. */
async function run(home: string, args: readonly string[], given = '') {
  const { child, stdout, stderr } = startService(home, args)
  child.stdin?.end(given)
  const [status] = await once(child, 'close')
  return { status, stdout: stdout(), stderr: stderr() }
}

test('a password is stored only as its hash, in a private file', async () => {
  const { home, dir, hash } = emptyHome()
  expect(await run(home, ['password', 'set', '--stdin'], `${password}\n`)).toMatchObject({ status: exitCodes.done })
  expect(await verifyPassword(password, hash())).toBe(true)
  expect(statSync(dir.configFile).mode & 0o777).toBe(0o600)
  expect(readFileSync(dir.configFile, 'utf8')).not.toContain('correct')
  const audited = readFileSync(dir.auditFile, 'utf8')
  expect(JSON.parse(audited)).toMatchObject({ action: 'password_set', principal: 'command' })
})

test('changing or removing the password leaves the other settings alone', async () => {
  const { home, dir, hash } = emptyHome()
  await run(home, ['password', 'set', '--stdin'], password)
  const config = JSON.parse(readFileSync(dir.configFile, 'utf8'))
  writeFileSync(dir.configFile, JSON.stringify({ ...config, web: { port: 9000 } }))
  const before = hash()
  await run(home, ['password', 'set', '--stdin'], 'staple battery horse')
  expect(hash()).not.toBe(before)
  expect(await run(home, ['password', 'clear', '--yes'])).toMatchObject({ status: exitCodes.done })
  expect(hash()).toBeUndefined()
  expect(JSON.parse(readFileSync(dir.configFile, 'utf8')).web.port).toBe(9000)
})

test('a weak password is refused, and nothing is written', async () => {
  const { home, dir } = emptyHome()
  const { status, stderr } = await run(home, ['password', 'set', '--stdin'], 'password123')
  expect(status).toBe(exitCodes.usage)
  expect(stderr).toContain('most common')
  expect(stderr).not.toContain('password123')
  expect(existsSync(dir.configFile)).toBe(false)
})

test('without a terminal it names the option to use instead', async () => {
  const { home } = emptyHome()
  for (const [args, hint] of [
    [['set'], '--stdin'],
    [['clear'], '--yes'],
  ] as const) {
    const { status, stderr } = await run(home, ['password', ...args])
    expect(status).toBe(exitCodes.usage)
    expect(stderr).toContain(hint)
  }
})

test('the password is not removed while the service listens on the network', async () => {
  const { home, dir, hash } = emptyHome()
  await run(home, ['password', 'set', '--stdin'], password)
  const config = JSON.parse(readFileSync(dir.configFile, 'utf8'))
  writeFileSync(dir.configFile, JSON.stringify({ ...config, web: { host: '0.0.0.0' } }))
  expect(await run(home, ['password', 'clear', '--yes'])).toMatchObject({ status: exitCodes.refused })
  expect(hash()).toBeDefined()
})

test('a broken config.json is not overwritten', async () => {
  const { home, dir } = emptyHome()
  await run(home, ['password', 'set', '--stdin'], password)
  writeFileSync(dir.configFile, '{"auth": {')
  expect((await run(home, ['password', 'set', '--stdin'], password)).status).toBe(exitCodes.usage)
  expect(readFileSync(dir.configFile, 'utf8')).toBe('{"auth": {')
})

test('a wrong option is a usage error', async () => {
  const { status, stderr } = await run(emptyHome().home, ['password', 'set', '--bogus'])
  expect(status).toBe(exitCodes.usage)
  expect(stderr).toContain('unknown option')
})
