import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { exitCodes } from '../../contract/errors.ts'
import { names } from '../../contract/names.ts'
import { saveConfig } from '../../store/config-file.ts'
import { prepareServiceDir, serviceDir } from '../../store/service-dir.ts'
import { testFolders } from '../../store/test-folder.ts'
import { runService, startService } from '../test-service.ts'

const folderOfTest = testFolders(onTestFinished)

function webIn(home: string, ...args: string[]) {
  const web = startService(home, ['web', '--port', '0', ...args])
  onTestFinished(() => void web.child.kill('SIGKILL'))
  return web
}

const urlOf = async (web: ReturnType<typeof webIn>): Promise<string> => {
  await expect.poll(web.stdout).toContain('Page')
  return /http:\/\/[^/]+/.exec(web.stdout())?.[0] ?? ''
}

test('prints its address, responds there, and exits with 0', async () => {
  const web = webIn(folderOfTest())
  const url = await urlOf(web)
  expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ ok: true })
  expect(await web.end('SIGTERM')).toBe(exitCodes.done)
  await expect(fetch(url)).rejects.toThrow()
})

test('a second process for the same directory exits and names the first', async () => {
  const home = folderOfTest()
  const first = webIn(home)
  const url = await urlOf(first)
  const second = runService(home, ['web', '--port', '0'])
  expect(second.status).toBe(exitCodes.alreadyRunning)
  expect(second.stderr).toContain(`${first.child.pid}`)
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
})

test('a port that is in use is reported', async () => {
  const url = await urlOf(webIn(folderOfTest()))
  const second = runService(folderOfTest(), ['web', '--port', new URL(url).port])
  expect(second.status).toBe(exitCodes.alreadyRunning)
  expect(second.stderr).toContain('is in use')
})

test('without a password it does not listen on the network', () => {
  const home = folderOfTest()
  const dir = serviceDir(join(home, names.baseDirectory))
  prepareServiceDir(dir)
  saveConfig(dir.configFile, { web: { host: '0.0.0.0' } })
  const { status, stderr } = runService(home, ['web', '--port', '0'])
  expect(status).toBe(exitCodes.refused)
  expect(stderr).toContain('service password set')
})

test('an invalid port is a usage error', () => {
  expect(runService(folderOfTest(), ['web', '--port', '99999']).status).toBe(exitCodes.usage)
})
