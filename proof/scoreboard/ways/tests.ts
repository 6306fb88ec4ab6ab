/** Runs every case of some tests, and returns how many pass and which figures they report. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { root } from '../../../test/harness/built.ts'

export interface Tried {
  held: number
  failed: readonly string[]
  skipped: number
  /** The figures that tests report by `tell` of test/harness/told.ts; numbers of one name are added up. */
  told: Readonly<Record<string, number>>
}

interface Report {
  testResults: {
    name: string
    status: string
    assertionResults: { title: string; fullName: string; status: string; meta: { told?: Record<string, number> } }[]
  }[]
}

export async function runTests(files: readonly string[]): Promise<Tried> {
  const folder = mkdtempSync(join(tmpdir(), 'scoreboard-'))
  try {
    const output = join(folder, 'report.json')
    const args = [
      '--disable-warning=ExperimentalWarning',
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      ...files,
      '--reporter=json',
      `--outputFile=${output}`,
    ]
    const child = spawn(process.execPath, args, {
      cwd: root,
      // Every case is tried, where the suite tries a part.
      env: { ...process.env, PATH: [dirname(process.execPath), process.env.PATH].join(delimiter), WHOLE: '1' },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    await once(child, 'close')
    return counted(JSON.parse(readFileSync(output, 'utf8')))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function counted({ testResults }: Report): Tried {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  const told: Record<string, number> = {}
  for (const { meta } of tests)
    for (const [name, value] of Object.entries(meta.told ?? {})) told[name] = (told[name] ?? 0) + value
  const withStatus = (...status: string[]) => tests.filter((one) => status.includes(one.status))
  // A file fails as a whole when it cannot be loaded or prepared.
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.every((one) => one.status !== 'failed'),
  )
  return {
    held: withStatus('passed').length,
    failed: [...withStatus('failed').map(({ fullName }) => fullName), ...broken.map(({ name }) => name)],
    skipped: withStatus('pending', 'skipped', 'todo', 'disabled').length,
    told,
  }
}
