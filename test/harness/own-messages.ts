/** Takes the steps of the self-test that write to the owner of a simulated Mac, with somebody at a terminal. */
import { delimiter } from 'node:path'
import { PassThrough } from 'node:stream'
import type { TemporaryMac } from '../../simulator/temporary-mac.ts'
import { askedOwnMessages } from '../../src/cli/selftest/own-messages-asked.ts'
import { simulatedMac } from '../../src/cli/selftest/simulated-mac.ts'
import { type SelftestReport, selftestCheckIds, selftestChecks } from '../../src/contract/selftest.ts'
import type { OwnMessageStep } from '../../src/contract/selftest-own-messages.ts'
import { findPrograms } from '../../src/mac/programs.ts'
import { selftest } from '../../src/selftest/checks.ts'
import { runChecks } from '../../src/selftest/run-checks.ts'
import { dirOf } from './bridge-process.ts'
import { patienceMs } from './until.ts'

interface Sitting {
  /** The owner's input at the terminal, by a word of the question; Return for any other question. */
  answers?: Readonly<Record<string, string>>
  agreed?: readonly OwnMessageStep[]
  to?: string
  timings?: Parameters<typeof askedOwnMessages>[0]['timings']
}

/** Waits as long as a busy machine takes. */
const patient = { settledWithin: patienceMs, twinWithin: patienceMs }

/** Returns the report and what the terminal showed. */
export async function sitting(
  { home, bin, self }: Pick<TemporaryMac, 'home' | 'bin' | 'self'>,
  { answers = {}, agreed = [], to, timings = patient }: Sitting,
): Promise<{ report: SelftestReport; shown: string }> {
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode() {} })
  const output = new PassThrough()
  let [shown, unread] = ['', '']
  output.on('data', (chunk) => {
    shown += chunk
    unread += chunk
    if (!/\[y\/N\] $/.test(unread)) return
    const [, answer = ''] = Object.entries(answers).find(([word]) => unread.includes(word)) ?? []
    unread = ''
    setImmediate(() => input.write(`${answer}\r`))
  })
  const stopping = new AbortController()
  const { own, agree } = await askedOwnMessages({
    home,
    to: to ?? self.email,
    agreed,
    terminal: { input, output },
    stop: () => stopping.abort(),
    timings,
  })
  const report = await runChecks({
    checks: selftest(own),
    context: {
      home,
      base: dirOf(home).base,
      programs: findPrograms([bin, process.env.PATH].join(delimiter)),
      signal: stopping.signal,
      agree,
      nowMs: Date.now,
      uid: 0,
      command: [],
      bridgeFlags: [],
      simulated: simulatedMac,
    },
    release: '1.0.0',
    ids: selftestCheckIds.filter((id) => selftestChecks[id].group === 'own_messages'),
  })
  return { report, shown }
}
