/**
 * Stands in for /bin/launchctl and for launchd behind it: loads, starts, keeps alive, stops and lists launch agents.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { complain } from './complain.ts'
import { isDisabled, setDisabled } from './launchctl/disabled.ts'
import {
  endsInTime,
  findService,
  forgetService,
  type LoadedService,
  letGo,
  loadedServices,
  pidOf,
  programOf,
  readAgent,
  requirementNow,
  start,
  storeService,
} from './launchctl/services.ts'
import { isDictionary } from './plist/value.ts'

/** Exit codes of launchctl. */
const NO_SUCH_PROCESS = 3
const INPUT_OUTPUT = 5
const USAGE = 64
const NOT_FOUND = 113

const [home = '', verb = '', ...words] = process.argv.slice(2)

function verbs(): ReadonlyMap<string, (targets: string[]) => number> {
  return new Map([
    ['bootstrap', ([, plist]: string[]) => bootstrap(plist)],
    ['bootout', bootout],
    ['kickstart', ([target]: string[]) => kickstart(target, words.includes('-k'))],
    // Only launchd uses this verb.
    ['restart', ([target]: string[]) => restart(target)],
    ['kill', ([signal, target]: string[]) => kill(signal, target)],
    ['print', ([domain]: string[]) => print(domain)],
    ['list', ([label]: string[]) => list(label)],
    ['enable', ([target]: string[]) => enable(target, true)],
    ['disable', ([target]: string[]) => enable(target, false)],
    ['managername', () => say('Aqua')],
  ])
}

function usage(): number {
  return complain(`Unrecognized subcommand: ${verb}\nUsage: launchctl <subcommand> ... | help [subcommand]`, USAGE)
}

/** `gui/501/label` names a service, `gui/501` a domain. */
const labelOf = (target = '') => target.split('/').slice(2).join('/')

function bootstrap(plist: string | undefined): number {
  const read = plist !== undefined && existsSync(plist) ? readAgent(plist) : undefined
  if (plist === undefined || read === undefined || findService(home, read.label) !== undefined) {
    return complain('Bootstrap failed: 5: Input/output error', INPUT_OUTPUT)
  }
  const { label, agent } = read
  // A service that was switched off in the settings of macOS is refused with the same message.
  if (isDisabled(home, label)) return complain('Bootstrap failed: 5: Input/output error', INPUT_OUTPUT)
  const program = programOf(agent)
  const service = { label, plist: resolve(plist), program, requirement: requirementNow(program), keeper: null }
  const runsAtOnce = agent.RunAtLoad === true || agent.KeepAlive === true || isDictionary(agent.KeepAlive)
  storeService(home, service)
  if (runsAtOnce) startAnew(service)
  return 0
}

function bootout([target, plist]: string[]): number {
  const label = plist === undefined ? labelOf(target) : (existsSync(plist) && readAgent(plist)?.label) || ''
  const service = findService(home, label)
  if (service === undefined) return complain('Boot-out failed: 3: No such process', NO_SUCH_PROCESS)
  end(service)
  forgetService(home, label)
  return 0
}

function kickstart(target: string | undefined, restarts: boolean): number {
  const service = findService(home, labelOf(target))
  if (service === undefined) return notFound(target)
  if (pidOf(home, service) !== undefined) return restarts ? byLaunchd(['restart', target ?? '']) : 0
  startAnew(service)
  return 0
}

/**
 * Lets launchd complete the restart whatever happens to the process that requested it, which may be the very one being
 * restarted.
 */
function byLaunchd(args: readonly string[]): number {
  const [, program = ''] = process.argv
  const { status } = spawnSync(process.execPath, [...process.execArgv, program, home, ...args], { stdio: 'ignore' })
  return status ?? INPUT_OUTPUT
}

function restart(target: string | undefined): number {
  const service = findService(home, labelOf(target))
  if (service === undefined) return notFound(target)
  startAnew(service)
  return 0
}

function startAnew(service: LoadedService): void {
  end(service)
  storeService(home, { ...service, keeper: start(home, service) })
}

function end(service: LoadedService): void {
  letGo(service)
  signal(service, 'SIGTERM')
  if (!endsInTime(home, service)) signal(service, 'SIGKILL')
}

function kill(name: string | undefined, target: string | undefined): number {
  const service = findService(home, labelOf(target))
  if (service === undefined) return notFound(target)
  if (pidOf(home, service) === undefined) return complain('No process to signal.', NO_SUCH_PROCESS)
  signal(
    service,
    name === undefined || /^\d+$/.test(name)
      ? Number(name ?? 15)
      : (`SIG${name.replace(/^SIG/, '')}` as NodeJS.Signals),
  )
  return 0
}

function signal(service: LoadedService, signal: NodeJS.Signals | number): void {
  const pid = pidOf(home, service)
  if (pid !== undefined) process.kill(pid, signal)
}

/** A service is printed by the launcher: see launchctl/in-shell.ts. */
function print(domain: string | undefined): number {
  const lines = loadedServices(home).map((service) => `\t\t${pidOrNone(service)}\t-\t${service.label}`)
  return say(`${domain} = {\n\tservices = {\n${lines.join('\n')}\n\t}\n}`)
}

function notFound(target = ''): number {
  const [domain, user] = target.split('/')
  return complain(`Could not find service "${labelOf(target)}" in domain for user ${domain}: ${user}`, NOT_FOUND)
}

function list(label: string | undefined): number {
  if (label === undefined) {
    const lines = loadedServices(home).map((service) => `${pidOrNone(service)}\t0\t${service.label}`)
    return say(['PID\tStatus\tLabel', ...lines].join('\n'))
  }
  const service = findService(home, label)
  if (service === undefined) return complain(`Could not find service "${label}" in domain for port`, NOT_FOUND)
  const running = pidOf(home, service)
  const pid = running === undefined ? '' : `\t"PID" = ${running};\n`
  return say(`{\n\t"Label" = "${label}";\n\t"LastExitStatus" = 0;\n${pid}};`)
}

const pidOrNone = (service: LoadedService) => String(pidOf(home, service) ?? '-')

function enable(target: string | undefined, enabled: boolean): number {
  setDisabled(home, { label: labelOf(target), isDisabled: !enabled })
  return 0
}

function say(text: string): number {
  process.stdout.write(`${text}\n`)
  return 0
}

process.exitCode = verbs().get(verb)?.(words.filter((word) => !word.startsWith('-'))) ?? usage()
