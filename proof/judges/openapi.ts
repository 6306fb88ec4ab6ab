/** Linters of the OpenAPI document: Redocly's recommended rules and Spectral's ruleset, with warnings and hints. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../program.ts'
import { type Judge, verdictOf } from './judge.ts'
import { programOf } from './tools.ts'

export const redocly: Judge = {
  name: 'redocly',
  examines: 'the OpenAPI document, by the rules `recommended`',
  tools: ['@redocly/cli'],
  isForHubs: true,
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
    return verdictOf(
      problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`),
      `${totals.errors} errors, ${totals.warnings} warnings`,
    )
  },
}

export const spectral: Judge = {
  name: 'spectral',
  examines: 'the OpenAPI document, by the ruleset `spectral:oas`',
  tools: ['@stoplight/spectral-cli'],
  isForHubs: true,
  async judge({ folder, work, document }) {
    const [ruleset, output] = [join(work, 'ruleset.json'), join(work, 'results.json')]
    writeFileSync(ruleset, JSON.stringify({ extends: ['spectral:oas'] }))
    writeFileSync(output, '')
    const args = ['lint', document, '--ruleset', ruleset, '--format', 'json', '--output', output]
    const { stderr } = await run([programOf(folder, 'spectral'), ...args], { cwd: work })
    const written = readFileSync(output, 'utf8')
    if (written === '') return { isClean: false, said: 'nothing', findings: stderr }
    const results = JSON.parse(written) as { code: string; message: string; path: string[] }[]
    return verdictOf(
      results.map(({ code, message, path }) => `${code}: ${message} ${path.join('/')}`),
      '0 errors, 0 warnings, 0 hints',
    )
  },
}
