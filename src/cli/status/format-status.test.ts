import { expect, it } from 'vitest'
import { ServiceError } from '../../domain/service-error.ts'
import { formatStatus } from './format-status.ts'
import type { AgentReport, StatusReport } from './report.ts'

const agents = (bridge: AgentReport['state'], web = bridge): AgentReport[] => [
  { process: 'bridge', state: bridge, pid: null },
  { process: 'web', state: web, pid: null },
]

const report = (changes: Partial<StatusReport>): StatusReport => ({
  program_trouble: null,
  base_directory: '/Users/a/.service',
  bridge_alive: false,
  last_heartbeat: null,
  pid: null,
  bridge: null,
  web: { pid: null, url: null, trouble: null },
  agents: agents('unknown'),
  identity: null,
  helper: null,
  has_password: true,
  journal: null,
  bluebubbles: null,
  hub: null,
  relay: null,
  alerts: [],
  ...changes,
})

it.each<[AgentReport['state'], said: RegExp]>([
  ['unknown', /never ran here\)\. Start it: service up\n.*\n.*\n {2}launchd {7}is not on this machine/],
  ['absent', /service up, or start it at login: service install\n/],
  ['installed', /Start it: service start\n[\s\S]*launchd {7}does not run the service until the next login/],
  ['stopped', /Start it: service start\n[\s\S]*runs neither/],
  ['running', /launchd has started it, but it does not work: service doctor tells why/],
])('a bridge that does not run while its launch agent is %s gets the right hint', (state, said) => {
  expect(formatStatus(report({ agents: agents(state) }))).toMatch(said)
})

it('lists agents one by one where they differ', () => {
  const text = formatStatus(report({ agents: agents('running', 'installed') }))
  expect(text).toContain('launchd       bridge running, web not loaded until the next login\n')
})

it('shows the address of the page, or how to start only the web process', () => {
  const up = { bridge_alive: true, pid: 1 }
  const web = { pid: 7, url: 'http://127.0.0.1:8723', trouble: null }
  expect(formatStatus(report({ ...up, web }))).toContain('page          http://127.0.0.1:8723/app/ (process 7)')
  expect(formatStatus(report(up))).toContain('the web process does not run. Start it: service web')
  const installed = { ...up, agents: agents('running', 'installed') }
  expect(formatStatus(report(installed))).toContain('the web process does not run. Start it: service start')
  const trouble = 'Another program answers there.'
  expect(formatStatus(report({ web: { pid: 7, url: null, trouble } }))).toContain(`page          ${trouble}\n`)
})

it('names a password that is not set, and how to set one', () => {
  const hint = 'Set one: service password set'
  expect(formatStatus(report({ has_password: false }))).toContain(hint)
  expect(formatStatus(report({ has_password: true }))).not.toContain(hint)
  expect(formatStatus(report({ has_password: null }))).not.toContain(hint)
})

it('a bridge without access to Messages points to the doctor, which names the program to allow', () => {
  const { message: reason } = new ServiceError('messages_unreadable', 'macOS denies access to Messages.')
  const bridge = { pid: 1, state: 'unreadable', reason, cursor: 42 } as StatusReport['bridge']
  expect(formatStatus(report({ bridge_alive: true, pid: 1, bridge }))).toContain(
    'unreadable: macOS denies access to Messages. What to allow to which program: service doctor\n',
  )
})
