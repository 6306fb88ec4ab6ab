/**
 * Loads agents of its own into launchd, under labels that are used for nothing else: one that is started, killed and
 * unloaded, and one that tries to read Messages as the service would. Whatever happens, they are unloaded again; one
 * that could not be unloaded ends by itself and is gone after the next login.
 */
import { writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Value } from '@sinclair/typebox/value'
import { type PropertyValue, propertyList } from '../../base/property-list.ts'
import { names } from '../../contract/names.ts'
import { type SelftestFindings, SelftestReport } from '../../contract/selftest.ts'
import { agentLoading, launchAgents } from '../../mac/launch-agents.ts'
import { askProgram } from '../../mac/run-program.ts'
import { asExpected, type Check, failed, leftOut, type SelftestContext } from '../check.ts'

type Step = NonNullable<SelftestFindings['steps_failed']>[number]

const labelOf = (purpose: string) => `${names.launchAgents.bridge}.selftest.${purpose}.${process.pid}`
const deadlineMs = 10_000
const restartWithinMs = 15_000
const answerWithinMs = 30_000
const lookAgainMs = 100
/** The process of an agent that could not be unloaded ends after this time, and is not started again. */
const livesForS = 60

export const checkLaunchdRoundTrip: Check = async (context) => {
  const { launchctl } = context.programs
  if (launchctl === undefined) return leftOut('program_missing')
  const label = labelOf('job')
  const agent = loadableAgent({ launchctl, label, context })
  const steps = new Map<Step, number | null>()
  const does = async (step: Step, ...args: string[]) => steps.set(step, await agent.ask(...args))
  let restartMs: number | undefined
  try {
    const definition = agent.define({
      ProgramArguments: ['/bin/sleep', String(livesForS)],
      KeepAlive: { SuccessfulExit: false },
      ThrottleInterval: 1,
    })
    await does('bootstrap', 'bootstrap', agent.domain, definition)
    await does('kickstart', 'kickstart', agent.target)
    await does('print', 'print', agent.target)
    const before = await agent.pid()
    const killedAt = performance.now()
    await does('kill', 'kill', 'SIGKILL', agent.target)
    const successor = await within(restartWithinMs, context.signal, async () => {
      const now = await agent.pid()
      return now === null || now === before ? undefined : now
    })
    if (successor !== undefined) restartMs = Math.round(performance.now() - killedAt)
    steps.set('restart', successor === undefined ? 1 : 0)
  } finally {
    steps.set('bootout', (await agent.unload()) ? 0 : 1)
  }
  const failures = [...steps].filter(([, code]) => code !== 0)
  const findings = restartMs === undefined ? {} : { restart_ms: restartMs }
  if (failures.length === 0) return asExpected(findings)
  const errors = failures.flatMap(([, code]) => code ?? [])
  return failed('program_failed', { ...findings, steps_failed: failures.map(([step]) => step), errors })
}

/** launchd starts this command for one check: macOS judges by the program that launchd has started. */
export const checkLaunchdAccess: Check = async (context) => {
  const { launchctl } = context.programs
  if (launchctl === undefined) return leftOut('program_missing')
  const agent = loadableAgent({ launchctl, label: labelOf('access'), context })
  const out = join(context.scratch, 'access.json')
  try {
    const definition = agent.define({
      ProgramArguments: [...context.command, 'selftest', '--check', 'full_disk_access', '--out', out],
      RunAtLoad: true,
    })
    const code = await agent.ask('bootstrap', agent.domain, definition)
    if (code !== 0)
      return failed('program_failed', { steps_failed: ['bootstrap'], ...(code !== null && { errors: [code] }) })
    const report = await within(answerWithinMs, context.signal, () => readReport(out))
    const [result] = report?.results ?? []
    if (result === undefined) return failed('no_answer')
    const { state, reason, findings } = result
    if (state === 'as_expected') return asExpected({ can_read: true })
    const isDenied = reason === 'messages_unreadable'
    return failed(isDenied ? 'permission_missing' : (reason ?? 'unexpected'), { can_read: false, ...findings })
  } finally {
    await agent.unload()
  }
}

async function readReport(file: string): Promise<SelftestReport | undefined> {
  try {
    const report: unknown = JSON.parse(await readFile(file, 'utf8'))
    return Value.Check(SelftestReport, report) ? report : undefined
  } catch {
    return undefined
  }
}

interface Loadable {
  launchctl: string
  label: string
  context: Pick<SelftestContext, 'home' | 'scratch' | 'uid' | 'nowMs'>
}

function loadableAgent({ launchctl, label, context: { home, scratch, uid, nowMs } }: Loadable) {
  const domain = `gui/${uid}`
  const agents = launchAgents({ home, programs: { launchctl }, uid, nowMs, holdsMs: 0 })
  return {
    domain,
    target: `${domain}/${label}`,
    /** Writes the definition, and returns its file. */
    define(keys: { readonly [key: string]: PropertyValue }): string {
      const file = join(scratch, `${label}.plist`)
      writeFileSync(file, propertyList({ Label: label, LimitLoadToSessionType: 'Aqua', ...keys }))
      return file
    },
    ask: async (...args: string[]) => (await askProgram(launchctl, args, deadlineMs)).exitCode,
    pid: async () => (await agents.stateOf(label)).pid,
    unload: async () => (await agentLoading({ launchctl, uid }).unload(label)) === undefined,
  }
}

/** Asks again until there is an answer; undefined where there is none in time. */
async function within<T>(
  limitMs: number,
  signal: AbortSignal,
  ask: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const end = performance.now() + limitMs
  while (performance.now() < end) {
    const answer = await ask()
    if (answer !== undefined) return answer
    await pause(lookAgainMs, undefined, { signal })
  }
  return undefined
}
