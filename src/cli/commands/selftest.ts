/** `service selftest`: tries on this Mac what the service needs, and makes a report that can be shown to anyone. */
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Value } from '@sinclair/typebox/value'
import { Command, InvalidArgumentError, Option } from 'commander'
import { exitCodes } from '../../contract/errors.ts'
import {
  type SelftestCheckId,
  type SelftestGroup,
  type SelftestNeed,
  SelftestReport,
  type SelftestResult,
  selftestCheckIds,
  selftestChecks,
  selftestGroups,
} from '../../contract/selftest.ts'
import { type OwnMessageStep, ownMessageSteps } from '../../contract/selftest-own-messages.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { findPrograms } from '../../mac/programs.ts'
import type { SelftestContext } from '../../selftest/check.ts'
import { putBeside } from '../../store/put-beside.ts'
import { release } from '../../store/release.ts'
import { agentProgram } from '../agents/launchd.ts'
import { realTerminal } from '../ask.ts'
import { readEnvironment } from '../environment.ts'
import { progressOf } from '../export/progress.ts'
import { nodeFlags } from '../node-flags.ts'
import { printJson } from '../print.ts'
import type { AskedOwnMessages } from '../selftest/own-messages-asked.ts'
import { stopSignal } from '../until-stopped.ts'

interface Options {
  json?: boolean
  out?: string
  only?: SelftestGroup[]
  check?: SelftestCheckId[]
  send?: boolean
  to?: string
  agree?: OwnMessageStep[]
}

const groupNames = Object.keys(selftestGroups) as SelftestGroup[]

export function selftestCommand(): Command {
  return new Command('selftest')
    .description('Try on this Mac what the service needs, and make a report that is safe to share')
    .addOption(new Option('--only <group...>', 'Run only these groups of checks').choices(groupNames))
    .addOption(new Option('--check <name...>', 'Run only these checks').choices(selftestCheckIds).conflicts('only'))
    .option('--out <file>', 'Also write the report to a file as JSON, to attach to an issue')
    .option('--send', 'Also send messages to yourself, each after you agreed to it')
    .option('--to <address>', 'Your own address to send to')
    .option('--agree <steps>', 'Agree beforehand to text, file, reply, tapback, edit or unsend', agreedSteps)
    .option('--json', 'Print JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  service selftest\n  service selftest --only schema contents\n  service selftest --out report.json\n' +
        '  service selftest --only permissions own_messages --send\n\n' +
        'Takes about a minute. Without --send, nothing is sent, and nothing is changed outside a temporary folder.\n' +
        'The report contains no names, addresses, texts or paths.\n' +
        'Marks: ✓ as expected, ! differs from what the service knows, ✗ failed, – left out.\n' +
        'Exit code 3: a macOS permission is missing; 7: a check failed or differs; 1: stopped.',
    )
    .action(async (options: Options) => {
      process.exitCode = exitCodeOf(await selftestHere(options))
    })
}

async function selftestHere({ json = false, out, only, check, ...sending }: Options): Promise<SelftestReport> {
  // Imported only here, so that other commands load neither the checks nor the simulator.
  const [{ runChecks }, { selftest }, { simulatedMac }, words] = await Promise.all([
    import('../../selftest/run-checks.ts'),
    import('../../selftest/checks.ts'),
    import('../selftest/simulated-mac.ts'),
    import('../../selftest/format-report.ts'),
  ])
  using stop = stopSignal()
  const { own, agree } = await ownMessages(sending, stop.abort)
  const context = { ...contextHere(), agree, simulated: simulatedMac, signal: stop.signal }
  const ids = selftestCheckIds.filter(
    (id) => (only?.includes(selftestChecks[id].group) ?? true) && (check?.includes(id) ?? true),
  )
  const progress = progressOf(ids.length)
  let before: SelftestResult | undefined
  const told = (result: SelftestResult) => {
    progress.end()
    if (!json) process.stdout.write(words.formatResult(result, before))
    before = result
  }
  const report = await runChecks({
    checks: selftest(own),
    context,
    ids,
    release: release(),
    onBegin: (head) => json || process.stdout.write(words.formatHead(head)),
    onStart: (id) => asksFirst(id) || progress.at(ids.indexOf(id), selftestChecks[id].title),
    onEnd: told,
  })
  if (out !== undefined) await writeReport(resolve(out), report)
  if (json) printJson(report)
  else process.stdout.write(words.formatSummary(report.results))
  return report
}

/** A question stands where the progress would be shown. */
const asksFirst = (id: SelftestCheckId): boolean => {
  const needs: readonly SelftestNeed[] = selftestChecks[id].needs
  return needs.includes('consent')
}

async function ownMessages(
  { send = false, to, agree: agreed = [] }: Options,
  stop: () => void,
): Promise<AskedOwnMessages> {
  if (!send && (to !== undefined || agreed.length > 0))
    throw new ServiceError('invalid_request', 'Without --send nothing is sent. Add it to --to and --agree.')
  if (!send) return { own: undefined, agree: async () => 'not_asked' }
  const { askedOwnMessages } = await import('../selftest/own-messages-asked.ts')
  return askedOwnMessages({ home: readEnvironment().home, to, agreed, terminal: realTerminal, stop })
}

function contextHere(): Omit<SelftestContext, 'simulated' | 'signal' | 'scratch' | 'agree'> {
  const environment = readEnvironment()
  const { program, args } = agentProgram(environment)
  return {
    home: environment.home,
    base: environment.base,
    programs: findPrograms(environment.path),
    uid: process.getuid?.() ?? 0,
    command: [program, ...args],
    bridgeFlags: nodeFlags,
    nowMs: Date.now,
  }
}

/** Replaces an earlier report, but no other file. Throws `file_exists` and `cannot_write`. */
const writeReport = (path: string, report: SelftestReport): Promise<void> =>
  putBeside(path, { mayReplace: async (there) => isReport(there) }, (temporary) =>
    writeFile(temporary, `${JSON.stringify(report, null, 2)}\n`),
  )

function isReport(path: string): boolean {
  try {
    return Value.Check(SelftestReport, JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return false
  }
}

function exitCodeOf({ ended, results }: SelftestReport): number {
  if (ended === 'stopped') return exitCodes.unexpected
  if (results.some(({ state, check }) => state === 'failed' && selftestChecks[check].group === 'permissions'))
    return exitCodes.permission
  const isFine = results.every(({ state }) => state === 'as_expected' || state === 'left_out')
  return isFine ? exitCodes.done : exitCodes.needsAttention
}

/** Parses `--agree`. */
function agreedSteps(typed: string): OwnMessageStep[] {
  const words = typed.split(',').map((word) => word.trim())
  const steps = ownMessageSteps.filter((step) => words.includes(step))
  if (words.every((word) => ownMessageSteps.some((step) => step === word))) return steps
  throw new InvalidArgumentError(`Words from ${ownMessageSteps.join(', ')}, with commas between them.`)
}
