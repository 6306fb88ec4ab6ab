import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { delimiter, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { grantFullDiskAccess, guardMessages } from '../simulator/privacy/full-disk-access.ts'
import { setSigningFault } from '../simulator/programs/signing/keychains.ts'
import { signedProgram } from '../simulator/programs/signing/signature.ts'
import { play, type Scenario, scenarios } from '../simulator/scenarios/scenarios.ts'
import { temporaryMac } from '../simulator/temporary-mac.ts'
import { type Ran, runHere } from '../src/cli/test-run-here.ts'
import { unusedPort } from '../src/cli/test-unused-port.ts'
import type { Alert } from '../src/contract/alert.ts'
import { exitCodes } from '../src/contract/errors.ts'
import type { HealthReport } from '../src/contract/health.ts'
import type { SetupReport } from '../src/contract/setup.ts'
import { readStatus } from '../src/store/bridge-status.ts'
import { configure, dirOf, serviceEntry } from './harness/bridge-process.ts'
import { journalView } from './harness/journal-view.ts'
import { hasBrowser, openBrowser, openWatched } from './harness/ui.ts'
import { until } from './harness/until.ts'

/** A Mac that guards Messages, with a Node of its own and a service that launchd is to start. */
async function guardedMac() {
  const mac = temporaryMac()
  onTestFinished(mac.close)
  const { home, bin } = mac
  const port = await unusedPort()
  configure(home, { relay: { scope: 'everyone' }, web: { port } })
  guardMessages(home)
  const node = join(home, 'node')
  copyFileSync(process.execPath, node)

  async function service(...args: string[]): Promise<Ran> {
    const { SERVICE_DIR: _, ...env } = process.env
    const PATH = [bin, env.PATH].join(delimiter)
    const child = spawn(node, [serviceEntry, ...args], { env: { ...env, HOME: home, PATH, NO_COLOR: '1' } })
    const ran: Ran = { status: 0, stdout: '', stderr: '' }
    for (const stream of ['stdout', 'stderr'] as const)
      child[stream].setEncoding('utf8').on('data', (text: string) => {
        ran[stream] += text
      })
    const [status] = await once(child, 'close')
    return { ...ran, status }
  }
  onTestFinished(async () => void (await service('uninstall')))

  const dir = dirOf(home)
  return {
    home,
    bin,
    node,
    dir,
    service,
    /** The same for a command that asks nothing of the program that runs it: no process is started for it. */
    here: (...args: string[]): Promise<Ran> => runHere(home, args, { PATH: [bin, process.env.PATH].join(delimiter) }),
    install: async (...args: string[]) => JSON.parse((await service('install', '--json', ...args)).stdout),
    /** Puts a newer file in the place of Node, as an upgrade does. */
    upgradeNode() {
      copyFileSync(node, `${node}.new`)
      appendFileSync(`${node}.new`, 'newer')
      renameSync(`${node}.new`, node)
    },
    url: `http://127.0.0.1:${port}`,
    bridgeIs: (state: string) => until(() => readStatus(dir.statusFile)?.state === state),
    bridgeReads: (pid: number) =>
      until(() => readStatus(dir.statusFile)?.pid === pid && readStatus(dir.statusFile)?.state === 'polling'),
    /** The web process may come up later than the bridge. */
    async api<T>(path: string): Promise<T> {
      const url = `http://127.0.0.1:${port}`
      await until(() =>
        fetch(`${url}/healthz`).then(
          () => true,
          () => false,
        ),
      )
      return (await (await fetch(`${url}/api/${path}`)).json()) as T
    },
  }
}

type GuardedMac = Awaited<ReturnType<typeof guardedMac>>

const named = (name: string) => (check: { name: string }) => check.name === name

/** Reads the identity at each door: REST, `doctor` and `status`, and the health page if it shows it. */
async function identityByAllDoors({ api, here }: GuardedMac) {
  const rest = (await api<SetupReport>('ui/setup')).checks.find(named('identity'))
  const doctor = JSON.parse((await here('doctor', '--json')).stdout).checks.find(named('identity'))
  const status = JSON.parse((await here('status', '--json')).stdout).identity
  const health = (await api<HealthReport>('ui/health')).rows.find(named('identity'))
  return { findings: [rest, doctor, status].map((said) => said?.finding), health: health?.state, check: rest }
}

/** Opens the page, as the owner does who wonders why nothing arrives. */
async function pageSaysSo({ url }: GuardedMac): Promise<void> {
  if (!hasBrowser) return
  await using browser = await openBrowser()
  const { page } = await openWatched({ browser, url, path: '/app/relay' })
  const checks = page.getByRole('main')
  await checks.getByText(/^Node was replaced\..*Grant Full Disk Access again\.$/).waitFor()
  await checks.getByText(/The bridge cannot read Messages: Node was replaced/).waitFor()
}

test('permissions of the installed program survive an upgrade of Node; a lost key is replaced on request, and removed by a purge', async () => {
  const mac = await guardedMac()
  const { home, bin, dir, node, install, service, here, bridgeIs, bridgeReads, api } = mac
  const first = await install()
  const { program } = first
  expect(first.identity).toMatchObject({ is: 'own', outcome: 'placed', reason: null, grant_again: false })
  expect(program).toBe(join(dir.programDir, 'Local Messaging Relay.app', 'Contents', 'MacOS', 'service'))
  const before = signedProgram(program)

  // The key stays on this Mac, and is readable by its owner alone.
  for (const file of [dir.signingKeychainFile, dir.signingPasswordFile])
    expect([file, statSync(file).mode & 0o777]).toEqual([file, 0o600])
  expect(statSync(dir.programDir).mode & 0o777).toBe(0o700)
  expect(JSON.parse(readFileSync(join(home, '.simulator-keychains.json'), 'utf8'))).toEqual({
    searchList: [join(home, 'Library', 'Keychains', 'login.keychain-db')],
    unlocked: [],
  })
  const password = readFileSync(dir.signingPasswordFile, 'utf8').trim()

  await bridgeIs('unreadable')
  const denied = await here('doctor')
  expect(denied.status).toBe(exitCodes.permission)
  expect(denied.stdout).toContain(`The program: ${program}`)
  expect(denied.stdout).toContain('System Settings shows the program as “Local Messaging Relay”.')
  grantFullDiskAccess(home, program)
  await bridgeIs('polling')
  expect(await identityByAllDoors(mac)).toMatchObject({
    findings: ['identity_own', 'identity_own', 'identity_own'],
    health: 'ok',
  })

  mac.upgradeNode()
  setSigningFault(home, 'signing-fails')
  const failed = await install()
  expect(failed.identity).toMatchObject({ is: 'own', outcome: 'kept', reason: expect.stringContaining('codesign') })
  setSigningFault(home, undefined)
  const second = await install()
  expect(second.identity).toMatchObject({ is: 'own', outcome: 'renewed', grant_again: false })
  const after = signedProgram(program)
  expect(after?.signature?.seal).not.toBe(before?.signature?.seal)
  expect(after?.requirement).toBe(before?.requirement)
  await bridgeReads(second.agents[0].pid)
  expect(JSON.parse((await here('status', '--json')).stdout).program_trouble).toBeNull()
  expect(statSync(node).ino).not.toBe(statSync(program).ino)
  expect((await install()).identity).toMatchObject({ outcome: 'kept', reason: null })
  const { results } = JSON.parse((await service('selftest', '--json', '--only', 'identity')).stdout)
  expect(results).toMatchObject([{ state: 'as_expected', findings: { identity: 'own', can_be_copied: true } }])

  rmSync(dir.signingKeychainFile)
  mac.upgradeNode()
  const kept = await install()
  expect(kept.identity.reason).toContain('service install --identity')
  await bridgeReads(kept.agents[0].pid)
  const renewed = await install('--identity')
  expect(renewed.identity).toMatchObject({ outcome: 'renewed', grant_again: true })
  await bridgeIs('unreadable')
  expect(readStatus(dir.statusFile)?.reason).toContain('The program has a new signature since it could read Messages')
  expect(await identityByAllDoors(mac)).toMatchObject({
    findings: ['identity_renewed', 'identity_renewed', 'identity_renewed'],
    health: 'failing',
  })
  expect((await api<SetupReport>('ui/setup')).checks.find(named('full_disk_access'))?.finding).toBe('identity_renewed')
  expect((await here('doctor')).stdout).toContain(`Grant Full Disk Access again to ${program}`)
  grantFullDiskAccess(home, program)
  await bridgeIs('polling')

  const passwords = [password, readFileSync(dir.signingPasswordFile, 'utf8').trim()]
  const backup = join(home, 'backup')
  expect((await here('backup', '--to', backup)).status).toBe(exitCodes.done)
  const logs = join(home, 'Library', 'Logs', 'service')
  for (const file of [backup, ...readdirSync(logs).map((name) => join(logs, name))]) {
    const text = readFileSync(file, 'latin1')
    for (const each of passwords) expect(text).not.toContain(each)
  }
  rmSync(join(bin, 'codesign'))
  expect(JSON.parse((await here('status', '--json')).stdout).identity.finding).toBe('identity_unknown')
  expect((await service('uninstall', '--purge', '--yes')).status).toBe(exitCodes.done)
  expect(existsSync(dir.base)).toBe(false)
})

test('where nothing can be signed the service runs as Node and loses its permissions with an upgrade of Node: every surface says so and offers the identity, and no message is lost', async () => {
  const mac = await guardedMac()
  const { home, bin, dir, node, install, service, here, bridgeIs, api } = mac
  setSigningFault(home, 'keychain-refused')
  const refused = await service('install')
  expect(refused.status).toBe(exitCodes.done)
  expect(refused.stdout).toMatch(/No signed copy was made\. security create-keychain: /)
  expect(refused.stdout).toContain(`program   ${node}`)
  setSigningFault(home, undefined)
  const codesign = join(bin, 'codesign')
  renameSync(codesign, `${codesign}.aside`)
  expect((await install('--identity')).identity.reason).toContain('codesign, security or openssl')
  renameSync(`${codesign}.aside`, codesign)
  expect(readdirSync(dir.programDir)).toEqual([])

  expect(await install('--no-identity')).toMatchObject({ program: node, identity: { is: 'node', grant_again: false } })
  grantFullDiskAccess(home, node)
  await bridgeIs('polling')
  expect((await identityByAllDoors(mac)).check).toMatchObject({
    finding: 'identity_changing',
    kind: 'choice',
    command: 'service install --identity',
  })

  async function claims(): Promise<void> {
    await bridgeIs('unreadable')
    const found = await here('doctor')
    expect(found.status).toBe(exitCodes.permission)
    expect(found.stdout).toContain(`Give Full Disk Access to ${node}`)
    expect((await here('status')).stdout).toContain('was replaced, as an upgrade does')
    expect((await api<SetupReport>('ui/setup')).checks.find(named('full_disk_access'))?.finding).toBe('node_replaced')
    const alerts = async () => (await api<{ alerts: Alert[] }>('v1/alerts')).alerts
    await until(async () => (await alerts()).some(({ kind }) => kind === 'permission_lost'))
    await pageSaysSo(mac)
    // launchd starts no program that is not the one it has loaded, and so the command loads it anew.
    mac.upgradeNode()
    expect((await service('restart')).status).toBe(exitCodes.done)
    await bridgeIs('unreadable')
  }
  const steps = await play(home, scenarios.get('node-replaced') as Scenario, { pause: claims })
  const heard = steps.filter(({ expect }) => expect === 'relay')
  expect(heard).toHaveLength(4)
  const journal = journalView(home)
  await until(() => heard.every(({ guid = '' }) => journal.outcome(guid) === 'relayed'))

  const offered = await service('install')
  expect(offered.stdout).toContain('service install --identity')
  expect(existsSync(dir.programDir)).toBe(false)
  const changed = await service('install', '--identity')
  expect(changed.stdout).toContain('Grant Full Disk Access again to that program.')
  const { program } = await install()
  expect((await here('doctor')).status).toBe(exitCodes.permission)
  grantFullDiskAccess(home, program)
  await bridgeIs('polling')
})
