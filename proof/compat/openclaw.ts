/** Runs the gateway of OpenClaw with one channel and a stand-in for its model: a message in, an answer out. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { freePort } from '../../src/cli/foreground/free-port.ts'
import { until } from '../../test/harness/until.ts'
import { run } from '../program.ts'
import type { Place } from './client.ts'
import { type ModelProvider, startModelProvider } from './model-provider.ts'

interface Channel {
  name: 'imessage' | 'bluebubbles'
  /** The package of the channel. */
  plugin: string
  /** The release to install by OpenClaw itself, which trusts a channel of today only then. */
  release?: string
  settings: object
}

export interface Gateway extends AsyncDisposable {
  model: ModelProvider
  port: number
  /** Runs a command of OpenClaw beside the gateway. */
  command(...args: string[]): ReturnType<typeof run>
  /** Returns everything that it has logged. */
  said(): string
}

const token = 'a-token-of-the-gateway'

/** Resolves once the channel has started. The gateway installs the plugin of a configured channel by npm itself. */
export async function startGateway(
  { folder, work }: Place,
  { name, plugin, release, settings }: Channel,
  answer: string,
): Promise<Gateway> {
  const model = await startModelProvider(answer)
  const port = await freePort(0)
  const [state, config, workspace] = ['state', 'openclaw.json', 'workspace'].map((each) => join(work, each))
  for (const each of [state ?? '', workspace ?? '']) mkdirSync(each, { recursive: true })
  writeFileSync(
    config ?? '',
    JSON.stringify({
      gateway: { mode: 'local', port, bind: 'loopback', auth: { mode: 'token', token } },
      plugins: {
        entries: { [name]: { enabled: true } },
        ...(release === undefined && { load: { paths: [join(folder, 'node_modules', plugin)] } }),
      },
      channels: { [name]: settings },
      models: {
        mode: 'replace',
        providers: {
          stub: {
            baseUrl: model.url,
            apiKey: 'none',
            api: 'openai-completions',
            models: [{ id: 'stub', name: 'stub', contextWindow: 128_000, maxTokens: 1_000 }],
          },
        },
      },
      agents: { defaults: { model: { primary: 'stub/stub' }, workspace, skipBootstrap: true } },
    }),
  )
  // npm may need the settings of this machine to reach its registry.
  const env = {
    ...process.env,
    PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
    HOME: work,
    TMPDIR: work,
    OPENCLAW_STATE_DIR: state,
    OPENCLAW_CONFIG_PATH: config,
    NO_COLOR: '1',
  }
  const program = [process.execPath, join(folder, 'node_modules/openclaw/openclaw.mjs')]
  const command = (...args: string[]) => run([...program, ...args], { cwd: work, env })
  // It ends with 1 where its own check of the settings has just installed the plugin.
  if (release !== undefined) await command('plugins', 'install', `${plugin}@${release}`)
  const child = spawn(program[0] ?? '', [...program.slice(1), 'gateway', 'run'], { cwd: work, env, detached: true })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const exited = once(child, 'exit')
  const said = () => `${output}${logsBelow(join(work, 'openclaw'))}`
  const gateway: Gateway = {
    model,
    port,
    command,
    said,
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null) {
        process.kill(-(child.pid ?? 0), 'SIGKILL')
        await exited
      }
      await model[Symbol.asyncDispose]()
    },
  }
  await until(
    () => {
      if (child.exitCode !== null) throw new Error(`The gateway ended with ${child.exitCode}: ${output.slice(-1_000)}`)
      return /\[gateway\] ready|gateway.*ready/.test(output)
    },
    { withinMs: 120_000, describe: () => `the gateway; it says ${output.slice(-1_000)}` },
  )
  return gateway
}

const logsBelow = (folder: string): string => {
  try {
    return readdirSync(folder)
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .join('\n')
  } catch {
    return ''
  }
}
