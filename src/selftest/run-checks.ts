/**
 * Runs the checks in their order, and makes the report of what they return. It withholds every value that does not have
 * the form that the contract gives to it.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Value } from '@sinclair/typebox/value'
import { errnoOf } from '../base/errors.ts'
import { SchemaDifferences } from '../contract/database-schema.ts'
import {
  type SelftestCheckId,
  SelftestFindings,
  type SelftestNeed,
  type SelftestReason,
  type SelftestReport,
  type SelftestResult,
  selftestChecks,
  selftestReasons,
} from '../contract/selftest.ts'
import { ServiceError } from '../domain/service-error.ts'
import { type Check, failed, leftOut, type Outcome, type SelftestContext } from './check.ts'

export interface Run {
  checks: Readonly<Record<SelftestCheckId, Check>>
  context: Omit<SelftestContext, 'scratch'>
  release: string
  /** The checks to run, in this order. */
  ids: readonly SelftestCheckId[]
  /** Told before all checks, and before and after each of them. */
  onBegin?(head: Pick<SelftestReport, 'release' | 'day'>): void
  onStart?(check: SelftestCheckId): void
  onEnd?(result: SelftestResult): void
}

export async function runChecks({
  checks,
  context,
  release,
  ids,
  onBegin,
  onStart,
  onEnd,
}: Run): Promise<SelftestReport> {
  const scratch = mkdtempSync(join(tmpdir(), 'selftest-'))
  const results: SelftestResult[] = []
  const day = new Date(context.nowMs()).toISOString().slice(0, 10)
  onBegin?.({ release, day })
  try {
    for (const id of ids) {
      onStart?.(id)
      const result = resultOf(id, await outcomeOf(id, checks[id], { ...context, scratch }, results))
      results.push(result)
      onEnd?.(result)
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
  return { selftest: 1, release, day, ended: context.signal.aborted ? 'stopped' : 'complete', results }
}

async function outcomeOf(
  id: SelftestCheckId,
  check: Check,
  context: SelftestContext,
  before: readonly SelftestResult[],
): Promise<Outcome> {
  if (context.signal.aborted) return leftOut('stopped')
  const needs: readonly SelftestNeed[] = selftestChecks[id].needs
  if (needs.some((need) => isMissing(need, before))) return leftOut('permission_missing')
  const answer = needs.includes('consent') ? await context.agree(id) : true
  if (answer !== true) return leftOut(answer)
  try {
    return await check(context)
  } catch (error) {
    return context.signal.aborted ? leftOut('stopped') : ofError(error)
  }
}

/** A permission whose check did not run is tried by the check that needs it. */
const isMissing = (need: SelftestNeed, before: readonly SelftestResult[]): boolean =>
  before.some(({ check, state }) => String(check) === need && state !== 'as_expected')

/** Reasons that are no fault of a machine on which nobody uses Messages. */
const nothingThere: readonly SelftestReason[] = ['not_macos', 'messages_unavailable']

/** An error of macOS may hold a path with the name of its user, so only its code is kept. */
function ofError(error: unknown): Outcome {
  if (error instanceof ServiceError && Object.hasOwn(selftestReasons, error.code)) {
    const reason = error.code as SelftestReason
    return nothingThere.includes(reason) ? leftOut(reason) : failed(reason)
  }
  const errno = errnoOf(error)
  return failed('unexpected', errno === undefined ? {} : { errno })
}

function resultOf(check: SelftestCheckId, { state, reason, findings = {}, schema }: Outcome): SelftestResult {
  const entries = Object.entries(findings).filter(([, value]) => value !== undefined)
  const fit = entries.filter(([name, value]) => Value.Check(SelftestFindings, { [name]: value }))
  const isClosed = schema === undefined || Value.Check(SchemaDifferences, schema)
  const withheld = entries.length - fit.length + (isClosed ? 0 : 1)
  return {
    check,
    state,
    reason: reason ?? null,
    findings: { ...Object.fromEntries(fit), ...(withheld > 0 && { withheld }) },
    ...(schema !== undefined && isClosed && { schema }),
  }
}
