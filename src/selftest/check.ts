/**
 * Defines what a check of the self-test is. A check is a row of `selftestChecks` in the contract, which gives its group,
 * title and needs, and a function that is listed under the same id in `checks.ts`.
 *
 * The function tries one thing on this Mac and returns what it found. It follows four rules:
 *
 * - It returns closed values only: each finding is declared in `SelftestFindings` with its form, and there is no form
 *   for a text, a name, an address, a GUID or a path. What macOS prints is reduced to exit codes and error numbers.
 * - It changes nothing outside `context.scratch`, an empty folder that is removed afterwards, and undoes whatever it
 *   began, also when it fails. A check with the need `consent` may do what its row says, once its owner has agreed.
 * - It ends soon after `context.signal` aborts. What it throws then is not reported.
 * - It may throw: a ServiceError or an error of Node becomes a reason and a code, never a message.
 *
 * Needs are tried first: a check that needs a permission is left out when the check of that name did not find it
 * granted, and a check that needs consent asks `context.agree` before it runs. Checks that depend on each other share
 * their state in a closure, because the list of `checks.ts` is made anew for each run.
 */
import type { SchemaDifferences } from '../contract/database-schema.ts'
import type { SelftestCheckId, SelftestFindings, SelftestReason, SelftestState } from '../contract/selftest.ts'
import type { ChatDb } from '../mac/chat-db.ts'
import type { Programs } from '../mac/programs.ts'

export interface SelftestContext {
  home: string
  /** The data folder of the service, which a check may read. */
  base: string
  programs: Programs
  uid: number
  /** Starts this command again: what launchd starts for the service, without the name of a subcommand. */
  command: readonly string[]
  /** The flags with which Node is started for the bridge. */
  bridgeFlags: readonly string[]
  simulated: SimulatedMac
  /** An empty folder for this run. */
  scratch: string
  signal: AbortSignal
  /**
   * Asks the owner before a step that changes something outside the scratch folder. Any answer but true is the reason
   * for which the step is left out.
   */
  agree(check: SelftestCheckId): Promise<true | SelftestReason>
  nowMs(): number
}

/** The simulator's knowledge of Macs, for comparison. */
export interface SimulatedMac {
  /** The versions of macOS, oldest first. */
  versions: readonly number[]
  /** An empty database in memory. */
  chatDb(macos: number): ChatDb['db']
  contactsStore(): ChatDb['db']
  sample(kind: 'jpeg' | 'png' | 'caf'): Uint8Array
}

export interface Outcome {
  state: SelftestState
  /** Required unless the state is `as_expected`. */
  reason?: SelftestReason
  findings?: SelftestFindings
  schema?: SchemaDifferences
}

export type Check = (context: SelftestContext) => Promise<Outcome> | Outcome

export const asExpected = (findings: SelftestFindings = {}): Outcome => ({ state: 'as_expected', findings })

type Otherwise = (reason: SelftestReason, findings?: SelftestFindings) => Outcome
const otherwise =
  (state: SelftestState): Otherwise =>
  (reason, findings = {}) => ({ state, reason, findings })

export const differs = otherwise('differs')
export const failed = otherwise('failed')
export const leftOut = otherwise('left_out')
