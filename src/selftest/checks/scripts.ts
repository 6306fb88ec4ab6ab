/** Compiles every script of the service, and runs those that send in a way that ends before anything is sent. */
import { basename, join } from 'node:path'
import type { SelftestScript } from '../../contract/selftest.ts'
import { errorNumbers } from '../../domain/script-end.ts'
import { askProgram } from '../../mac/run-program.ts'
import { runScript } from '../../mac/run-script.ts'
import { macosNumber } from '../../mac/this-mac.ts'
import { windowScript } from '../../messages-window/run-window-script.ts'
import { scriptFile, scripts } from '../../sending/messages/script-run.ts'
import { asExpected, type Check, differs, failed, leftOut } from '../check.ts'

const deadlineMs = 20_000
/** The dictionary of Messages has the word from this macOS on. */
const firstWithRcs = 15
const noSuchWord = -2741
const noSuchFile = -43

const senders = ['chat', 'iMessage', 'SMS', 'RCS'] as const
const nameOf = (file: string) => basename(file, '.applescript') as SelftestScript

export const checkScriptCompile: Check = async ({ programs, scratch }) => {
  const { osacompile } = programs
  if (osacompile === undefined) return leftOut('program_missing')
  const files = [...(Object.keys(scripts) as (keyof typeof scripts)[]).map(scriptFile), windowScript]
  const macos = await macosNumber(programs)
  const failures = new Map<SelftestScript, readonly number[]>()
  for (const file of files) {
    const name = nameOf(file)
    const { exitCode, stderr } = await askProgram(osacompile, ['-o', join(scratch, `${name}.scpt`), file], deadlineMs)
    const numbers = errorNumbers(stderr)
    const mayFail = name === 'by-rcs' && macos < firstWithRcs && numbers.includes(noSuchWord)
    if (exitCode !== 0 && !mayFail) failures.set(name, numbers)
  }
  return ended(files.length, failures)
}

/** Each sends a file that does not exist: it has to end with that error, before it asks Messages for anything. */
export const checkScriptDryRun: Check = async ({ programs: { osascript, ...programs }, scratch }) => {
  if (osascript === undefined) return leftOut('program_missing')
  const macos = await macosNumber(programs)
  const failures = new Map<SelftestScript, readonly number[]>()
  const tried = senders.filter((name) => name !== 'RCS' || !(macos < firstWithRcs))
  for (const name of tried) {
    const args = [scriptFile(name), 'file', join(scratch, 'missing.png'), 'nobody@example.invalid', '5']
    const { stdout, stderr } = await runScript({ osascript, args, deadlineMs })
    if (stdout.trim() !== `before ${noSuchFile}`) failures.set(nameOf(scriptFile(name)), errorNumbers(stderr))
  }
  return ended(tried.length, failures, 'wrong_result')
}

const [logged, aheadMs] = [['-e', 'log "begun"', '-e', 'delay 2'], 500]

/** Whether a script can tell that it has begun before it ends, which a killed one could have told. */
export const checkScriptLog: Check = async ({ programs: { osascript } }) => {
  if (osascript === undefined) return leftOut('program_missing')
  const beganAt = performance.now()
  let heardAt: number | undefined
  const onOutput = () => {
    heardAt ??= performance.now()
  }
  await runScript({ osascript, args: logged, deadlineMs, onOutput })
  if (heardAt === undefined) return failed('wrong_result')
  const findings = { log_ms: Math.round(heardAt - beganAt) }
  return performance.now() - heardAt >= aheadMs ? asExpected(findings) : differs('output_late', findings)
}

function ended(
  count: number,
  failures: ReadonlyMap<SelftestScript, readonly number[]>,
  reason: 'not_compiled' | 'wrong_result' = 'not_compiled',
) {
  if (failures.size === 0) return asExpected({ scripts: count })
  const errors = [...new Set([...failures.values()].flat())]
  return failed(reason, { scripts: count, scripts_failed: [...failures.keys()], ...(errors.length > 0 && { errors }) })
}
