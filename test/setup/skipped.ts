/** Reports after all tests which of them were skipped, and what this machine lacks for them. */
import { relative } from 'node:path'
import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node'
import { needsMac } from '../harness/on-mac.ts'

/** The first reason that matches a test is reported. */
const reasons: readonly (readonly [where: RegExp, reason: string])[] = [
  [
    /^test\/ui\/|^test\/web\/attacks\/(foreign|other-sites)/,
    'Chromium is not at /usr/bin/chromium (Debian: chromium).',
  ],
  [/^test\/integrations\/.*(TLS|certificate|authority)/, 'openssl is not installed (Debian: openssl).'],
  [/^test\/integrations\/mqtt/, 'The broker mosquitto is not installed (Debian: mosquitto).'],
  [/^test\/integrations\/nats/, 'The server of NATS is not installed (Debian: nats-server).'],
  [/^test\/hub\//, 'PostgreSQL or the server of NATS is not installed (Debian: postgresql, nats-server).'],
  [/ordinary user$/, 'Only root on Linux, with bubblewrap, can become another user.'],
  [
    /^test\/isolation\/|^src\/plugins\/isolation\//,
    'There is no sandbox of the system that works here (Debian: bubblewrap).',
  ],
  [/^test\/web\/attacks\/network/, 'This machine has no address besides its own loopback.'],
  [/^test\/web\/attacks\/other-accounts/, 'Only root on Linux can become another user.'],
  [/^test\/web\/attacks\/guessing/, 'Only Linux has so many loopback addresses.'],
  [/^test\/executable/, 'The executable was not built. To build and try it, run: npm run test:executable'],
  [/zsh completes/, 'zsh is not installed (Debian: zsh).'],
  [/fish completes/, 'fish is not installed (Debian: fish).'],
  [/age tool$/, 'age is not installed (Debian: age).'],
  [/^packaging\/homebrew/, 'Ruby is not installed (Debian: ruby).'],
  [/commands\/up/, 'On a Mac `service up` would take the Messages of whoever runs the tests.'],
  [/another disk/, 'There is no second disk at /dev/shm or /var/tmp.'],
  [/receiver-on-ipv6-only/, 'This machine has no IPv6 loopback address (::1).'],
  [/streams/, 'There is no /dev/full.'],
]

const unknown = 'The condition stands beside the test.'

export class SkippedTests implements Reporter {
  #vitest: Vitest | undefined

  onInit(vitest: Vitest): void {
    this.#vitest = vitest
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    // A developer who selected some tests by name knows that the others did not run.
    if (this.#vitest === undefined || this.#vitest.config.testNamePattern !== undefined) return
    const skipped = modules.flatMap((module) => [...module.children.allTests('skipped')])
    process.stdout.write(inWords(skipped, this.#vitest.config.root))
  }
}

function inWords(skipped: readonly TestCase[], root: string): string {
  if (skipped.length === 0) return '\n No test was skipped.\n'
  const byReason = Map.groupBy(skipped, (test) => reasonOf(test, root))
  const lines = [...byReason].flatMap(([reason, tests]) => [
    `   ${tests.length} × ${reason}`,
    ...[...new Set(tests.map((test) => `       ${fileOf(test, root)}`))],
  ])
  return `\n${macLine(skipped)} Skipped: ${counted(skipped.length)}\n${lines.join('\n')}\n`
}

/** Says by itself how much of the product this machine could not show. */
function macLine(skipped: readonly TestCase[]): string {
  const { length } = skipped.filter((test) => noteOf(test) === needsMac)
  return length === 0
    ? ''
    : ` ${counted(length)} ${length === 1 ? 'needs' : 'need'} a Mac and ${length === 1 ? 'was' : 'were'} left out.\n`
}

const counted = (count: number): string => `${count} ${count === 1 ? 'test' : 'tests'}`

const fileOf = ({ module }: TestCase, root: string): string => relative(root, module.moduleId)

function noteOf(test: TestCase): string | undefined {
  const result = test.result()
  return result.state === 'skipped' ? result.note : undefined
}

function reasonOf(test: TestCase, root: string): string {
  return noteOf(test) ?? reasons.find(([where]) => where.test(`${fileOf(test, root)} ${test.fullName}`))?.[1] ?? unknown
}
