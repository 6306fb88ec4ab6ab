/** Runs the iMessage channel of OpenClaw with relay-imsg as its `imsg`: the probe, a message in, an answer out. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { until } from '../../test/harness/until.ts'
import { installation } from '../installation.ts'
import { run } from '../program.ts'
import { type Came, type Client, type Place, sentTexts } from './client.ts'
import { startGateway } from './openclaw.ts'

const answer = 'The stand-in of the model has read it'

/** A line of what passed between the channel and the executable. */
interface Passed {
  args?: readonly string[]
  asked?: { method?: string; params?: unknown }
  answered?: {
    id?: unknown
    method?: string
    result?: { subscription?: number }
    error?: { code: number; message: string; data?: unknown }
  }
}

export const openclawImsg: Client = {
  name: 'openclaw-imessage',
  release: '@openclaw/imessage 2026.9.6 with openclaw 2026.9.6',
  door: 'imsg',
  does: 'probes the channel, then runs the whole gateway: receives a message and sends the answer of a stand-in model',
  programs: 'openclaw-imessage',
  async run(place) {
    const { folder, work, arrive } = place
    const { cliPath, log } = recordedExecutable(place)
    const findings: string[] = []
    const probe = await probed(folder, { cliPath, work })
    if (!/"ok":true/.test(probe)) findings.push(`probe: ${probe.slice(0, 400)}`)
    const settings = { enabled: true, cliPath, dmPolicy: 'open', allowFrom: ['*'], includeAttachments: true }
    const plugin = '@openclaw/imessage'
    await using gateway = await startGateway(place, { name: 'imessage', plugin, release: '2026.9.6', settings }, answer)
    await until(() => passed(log).some(({ answered }) => answered?.result?.subscription !== undefined), {
      withinMs: 90_000,
      describe: () => `a subscription; the gateway says ${gateway.said().slice(-1_500)}`,
    })
    arrive('Hello, OpenClaw')
    await until(async () => (await sentTexts(place)).some((text) => text.includes(answer)), {
      withinMs: 120_000,
      describe: () =>
        `an answer; the model was asked ${gateway.model.asked.length} times; ${gateway.said().slice(-2_000)}`,
    }).catch((error: Error) => findings.push(error.message))
    return cameFrom(passed(log), findings)
  },
}

/** An executable that passes everything on, as users put ssh in between, and notes it. */
function recordedExecutable({ world, work, password }: Place): { cliPath: string; log: string } {
  const [cliPath, log] = [join(work, 'imsg'), join(work, 'imsg.log')]
  const recorder = fileURLToPath(new URL('imsg-recorder.ts', import.meta.url))
  const relayImsg = join(dirname(installation().entry), 'relay-imsg')
  const variables = [`RELAY_URL='${world.url}'`, `RELAY_KEY='${password}'`, `HOME='${work}'`]
  const command = [process.execPath, recorder, log, process.execPath, relayImsg].map((word) => `'${word}'`)
  writeFileSync(cliPath, `#!/bin/sh\nexec env ${variables.join(' ')} ${command.join(' ')} "$@"\n`, { mode: 0o755 })
  return { cliPath, log }
}

interface Probing {
  cliPath: string
  work: string
}

async function probed(folder: string, { cliPath, work }: Probing): Promise<string> {
  const file = join(folder, 'probe.mjs')
  writeFileSync(
    file,
    `const { probeIMessage } = await import('@openclaw/imessage/dist/api.js').catch(() => import(${JSON.stringify(join(folder, 'node_modules/@openclaw/imessage/dist/api.js'))}))
console.log(JSON.stringify(await probeIMessage(20_000, { cliPath: process.argv[2] })))
process.exit(0)
`,
  )
  const { stdout, stderr } = await run([process.execPath, file, cliPath], {
    cwd: work,
    env: { PATH: process.env.PATH, HOME: work },
  })
  return stdout || stderr
}

const passed = (log: string): Passed[] =>
  existsSync(log)
    ? readFileSync(log, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Passed)
    : []

/** Errors that the original gives as well, without its bridge. */
const isRefusal = (code: number | undefined): boolean => code === -32_003

function cameFrom(lines: readonly Passed[], findings: readonly string[]): Came {
  const distinct = (list: readonly string[]) => [...new Set(list)]
  const verbs = lines.flatMap(({ args }) =>
    args
      ? [
          args
            .slice(0, 2)
            .filter((word) => /^[a-z-]+$/.test(word))
            .join(' '),
        ]
      : [],
  )
  const errors = lines.flatMap(({ answered }) => (answered?.error ? [answered.error] : []))
  const heard = lines.filter(({ answered }) => answered?.method === 'message').length
  return {
    calls: distinct([...verbs, ...lines.flatMap(({ asked }) => (asked?.method ? [asked.method] : []))]),
    refused: distinct(errors.filter(({ code }) => isRefusal(code)).map(({ message }) => message)),
    differs: ['attachments are downloaded to the machine of the gateway, without ssh or Full Disk Access'],
    findings: [
      ...findings,
      ...distinct(
        errors
          .filter(({ code }) => !isRefusal(code))
          .map(({ code, message, data }) => `${code} ${message} ${JSON.stringify(data) ?? ''}`),
      ),
    ],
    said: `a message reached the model, and its answer was sent; notifications received: ${heard}`,
  }
}
