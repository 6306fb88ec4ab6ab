/** Checks the OpenAPI document against Redocly's recommended rules, including its warnings. */
import { run } from '../../program.ts'
import type { Judge } from '../judge.ts'
import { programOf } from '../tools.ts'

export const redocly: Judge = {
  name: 'redocly',
  examines: 'the OpenAPI document, by the rules `recommended`',
  tools: ['@redocly/cli'],
  async judge({ folder, work, document }) {
    const { stdout, stderr } = await run([programOf(folder, 'redocly'), 'lint', document, '--format=json'], {
      cwd: work,
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    })
    if (!stdout.trimStart().startsWith('{')) return { isClean: false, said: 'nothing', findings: stderr }
    const { totals, problems } = JSON.parse(stdout) as {
      totals: { errors: number; warnings: number }
      problems: { ruleId: string; message: string; location: { pointer?: string }[] }[]
    }
    const findings = problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)
    return {
      isClean: problems.length === 0,
      said: `${totals.errors} errors, ${totals.warnings} warnings`,
      findings: findings.join('\n'),
    }
  },
}
