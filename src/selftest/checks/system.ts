/** Checks which macOS, architecture and Node the service runs on, in which language, and who started it. */
import { macosVersion } from '../../mac/this-mac.ts'
import { asExpected, type Check, leftOut } from '../check.ts'

export const checkSystem: Check = async ({ programs }) => {
  const macos = await macosVersion(programs)()
  const { arch, versions } = process
  const findings = {
    architecture: arch === 'arm64' || arch === 'x64' ? arch : 'other',
    node: versions.node,
    language: languageOf(Intl.DateTimeFormat().resolvedOptions().locale),
    started_by: process.stdout.isTTY ? 'terminal' : process.ppid === 1 ? 'launchd' : 'other',
  } as const
  return macos === null ? leftOut('not_macos', findings) : asExpected({ macos, ...findings })
}

/** The region would say where the owner lives. */
const languageOf = (locale: string): string => locale.split('-')[0] ?? ''
