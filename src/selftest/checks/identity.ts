/** Asks macOS how it recognises the installed program, or the Node of this process where there is none. */
import { canBeCopied } from '../../mac/program-bundle.ts'
import { programIdentity } from '../../mac/program-identity.ts'
import { readProgramRecord } from '../../store/program-record.ts'
import { serviceDir } from '../../store/service-dir.ts'
import { asExpected, type Check, failed, leftOut } from '../check.ts'

export const checkIdentity: Check = async ({ base, programs }) => {
  if (programs.codesign === undefined) return leftOut('program_missing')
  const record = readProgramRecord(serviceDir(base).programRecordFile)
  const program = record?.program ?? process.execPath
  const identity = await programIdentity({ program, requirement: record?.requirement, programs }).state()
  const findings = { identity, can_be_copied: canBeCopied(process.execPath) }
  // A program signed on this Mac must be the one that macOS finds; of Node itself every identity is accepted.
  return record === undefined || identity === 'own' ? asExpected(findings) : failed('wrong_result', findings)
}
