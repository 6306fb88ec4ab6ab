/** Checks what an installation brings along, by the lock file and by npm. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../../test/harness/built.ts'
import { run } from '../../program.ts'
import type { Outcome } from '../row.ts'

const mostDependencies = 15

interface Locked {
  dev?: boolean
  optional?: boolean
  link?: boolean
  integrity?: string
  hasInstallScript?: boolean
}

export async function supplyChain(): Promise<Outcome> {
  const read = (name: string) => JSON.parse(readFileSync(join(root, name), 'utf8'))
  const direct = Object.keys(read('package.json').dependencies).length
  const locked = Object.entries(read('package-lock.json').packages as Record<string, Locked>).filter(
    ([path, { link }]) => path !== '' && link !== true,
  )
  const installed = locked.filter(([, { dev }]) => dev !== true)
  const withScript = installed.filter(([, { hasInstallScript }]) => hasInstallScript === true).length
  const unlocked = locked.filter(([, { integrity }]) => integrity === undefined).length
  const [known, signed] = [await vulnerabilities(), await signatures()]
  return {
    figure: `${direct} dependencies, ${installed.length} packages with theirs; ${withScript} install scripts; ${unlocked} without a hash in the lock file; known vulnerabilities: ${known ?? unanswered}; packages with a signature of npm: ${signed ?? unanswered}`,
    reached: direct <= mostDependencies && withScript + unlocked === 0 && (known ?? 0) === 0,
  }
}

const unanswered = 'the registry that was reached here does not answer that'

async function vulnerabilities(): Promise<number | undefined> {
  const { stdout } = await run(['npm', 'audit', '--omit=dev', '--json'])
  return JSON.parse(stdout || '{}').metadata?.vulnerabilities?.total
}

/** Returns undefined where the keys are not available; throws where a signature is wrong. */
async function signatures(): Promise<number | undefined> {
  const { stdout } = await run(['npm', 'audit', 'signatures'])
  if (/invalid registry signature/.test(stdout)) throw new Error(stdout)
  const [, verified] = /(\d+) packages have verified registry signatures/.exec(stdout) ?? []
  return verified === undefined ? undefined : Number(verified)
}
