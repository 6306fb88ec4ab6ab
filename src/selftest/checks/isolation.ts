/** Attacks the sandbox of plugins as a hostile plugin would, and counts what held. */
import { messagesPaths } from '../../mac/messages-paths.ts'
import { asExpected, type Check, differs, failed } from '../check.ts'

export const checkIsolation: Check = async ({ home, bridgeFlags }) => {
  // Imported only here, so that other checks do not load the attacks and the host.
  const { attackAsPlugin, surprises } = await import('../../plugins/isolation/corpus/examine.ts')
  const examination = await attackAsPlugin({ chatDb: messagesPaths(home).database, bridgeFlags })
  const { attacks, os_sandbox_missing: missing } = examination
  const findings = { attacks: attacks.length, held: attacks.filter(({ together }) => together === 'held').length }
  if (surprises(examination).length > 0) return failed('not_held', findings)
  return missing === null ? asExpected(findings) : differs('sandbox_missing', findings)
}
