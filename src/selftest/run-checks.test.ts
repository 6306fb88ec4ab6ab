import { expect, test } from 'vitest'
import type { SelftestContext } from './check.ts'
import { selftest } from './checks.ts'
import { runChecks } from './run-checks.ts'

const context = {
  signal: new AbortController().signal,
  nowMs: () => Date.UTC(2026, 4, 17),
  agree: async () => 'not_agreed',
} as unknown as Omit<SelftestContext, 'scratch'>

test('what does not have the form of its finding is withheld, and errors are reduced to their codes', async () => {
  const none = {
    compared_with: 26,
    tables_added: [],
    columns_missing: [],
    columns_added: [],
    columns_changed: [],
    indexes_missing: [],
    indexes_added: [],
    triggers_missing: [],
    triggers_added: [],
  }
  const checks = {
    ...selftest(),
    chat_db_schema: () => ({
      state: 'as_expected' as const,
      findings: { tables_unknown: ['Anna Keller'], columns: 3, errno: '/Users/anna' },
      schema: { ...none, tables_missing: ['Anna Keller'] },
    }),
    balloons: () => {
      throw new Error('/Users/anna')
    },
    bodies: () => {
      throw Object.assign(new Error('/Users/anna'), { code: 'EMFILE' })
    },
  }
  const report = await runChecks({ checks, ids: ['chat_db_schema', 'balloons', 'bodies'], release: '0.1.0', context })
  expect(report).toEqual({
    selftest: 1,
    release: '0.1.0',
    day: '2026-05-17',
    ended: 'complete',
    results: [
      { check: 'chat_db_schema', state: 'as_expected', reason: null, findings: { columns: 3, withheld: 3 } },
      { check: 'balloons', state: 'failed', reason: 'unexpected', findings: {} },
      { check: 'bodies', state: 'failed', reason: 'unexpected', findings: { errno: 'EMFILE' } },
    ],
  })
})
