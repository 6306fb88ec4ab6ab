import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { expect, test } from 'vitest'
import { temporaryMac } from '../../../simulator/temporary-mac.ts'
import { exitCodes } from '../../../src/contract/errors.ts'
import { configure, dirOf } from '../../harness/bridge-process.ts'
import { password } from '../../harness/web-here.ts'
import { launchWeb, webProcess } from '../../harness/web-process.ts'

/** Addresses under which others in the network reach this machine. */
const outside = Object.values(networkInterfaces())
  .flat()
  .find((each) => each !== undefined && !each.internal && each.family === 'IPv4')?.address

const logOf = (home: string) => readFileSync(dirOf(home).logFile, 'utf8')

test.each(['0.0.0.0', '::', '192.168.1.10', 'mac.local'])(
  'without a password the service does not start at %s',
  async (host) => {
    using mac = temporaryMac()
    configure(mac.home, { web: { host } })
    const web = launchWeb(mac.home)
    expect(await web.ended).toBe(exitCodes.refused)
    expect(web.said()).toContain('service password set')
  },
)

test.skipIf(outside === undefined)(
  'a service that listens only on this machine cannot be reached from the network',
  async () => {
    await using web = await webProcess({ hasPassword: false })
    const { promise, resolve } = Promise.withResolvers<string>()
    const socket = connect(web.port, outside)
    socket.on('connect', () => resolve('connected'))
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''))
    expect(await promise).toBe('ECONNREFUSED')
    socket.destroy()
    expect(logOf(web.mac.home)).not.toContain('"level":"warn"')
  },
)

test.skipIf(outside === undefined)(
  'with a password users in the network can sign in, and the log warns of the exposure',
  async () => {
    await using web = await webProcess({ config: { web: { host: '0.0.0.0' } } })
    expect(logOf(web.mac.home)).toMatch(/"level":"warn","msg":"0\.0\.0\.0 is reached without encryption/)
    expect((await fetch(`${web.url}/healthz`)).status).toBe(200)
    const url = `http://${outside}:${web.port}`
    expect((await fetch(`${url}/api/v1/conversations`)).status).toBe(401)
    const body = new URLSearchParams({ password })
    expect((await fetch(`${url}/login`, { method: 'POST', body, redirect: 'manual' })).status).toBe(303)
  },
)

test.skipIf(outside === undefined)(
  'a password that is lost while the network listener is open grants no access',
  async () => {
    await using web = await webProcess({ config: { web: { host: '0.0.0.0' } } })
    configure(web.mac.home, { auth: { password_hash: null } })
    const statusAt = async (host?: string) => (await fetch(`http://${host}:${web.port}/api/v1/conversations`)).status
    await expect.poll(() => statusAt('127.0.0.1')).toBe(200)
    expect(await statusAt(outside)).toBe(401)
  },
)
