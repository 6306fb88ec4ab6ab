/** Checks the OpenAPI document against Spectral's ruleset, including its hints. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../../program.ts'
import type { Judge } from '../judge.ts'
import { programOf } from '../tools.ts'

const severities = ['errors', 'warnings', 'informations', 'hints'] as const

export const spectral: Judge = {
  name: 'spectral',
  examines: 'the OpenAPI document, by the ruleset `spectral:oas`',
  tools: ['@stoplight/spectral-cli'],
  async judge({ folder, work, document }) {
    const [ruleset, output] = [join(work, 'ruleset.json'), join(work, 'results.json')]
    writeFileSync(ruleset, JSON.stringify({ extends: ['spectral:oas'] }))
    writeFileSync(output, '')
    const args = ['lint', document, '--ruleset', ruleset, '--format', 'json', '--output', output]
    const { stderr } = await run([programOf(folder, 'spectral'), ...args], { cwd: work })
    const written = readFileSync(output, 'utf8')
    if (written === '') return { isClean: false, said: 'nothing', findings: stderr }
    const results = JSON.parse(written) as { code: string; message: string; path: string[]; severity: number }[]
    const counts = severities.map(
      (name, severity) => `${results.filter((one) => one.severity === severity).length} ${name}`,
    )
    return {
      isClean: results.length === 0,
      said: counts.join(', '),
      findings: results.map(({ code, message, path }) => `${code}: ${message} ${path.join('/')}`).join('\n'),
    }
  },
}
