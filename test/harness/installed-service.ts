/**
 * Runs the installed command over a simulated Mac with launchd and a receiver, and checks what must work for every kind
 * of installation.
 */
import { spawnSync } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { type TemporaryMac, temporaryMac } from '../../simulator/temporary-mac.ts'
import { unusedPort } from '../../src/cli/test-unused-port.ts'
import { configure, toWebhook } from './bridge-process.ts'
import { type McpClient, mcpClient } from './mcp-client.ts'
import { type Receiver, startReceiver } from './receiver.ts'

export interface InstalledService extends AsyncDisposable {
  mac: TemporaryMac
  receiver: Receiver
  url: string
  env: NodeJS.ProcessEnv
  run(...args: string[]): { status: number | null; stdout: string; stderr: string }
  mcp(): Promise<McpClient>
}

/** The folders of the test machine's own programs. */
const systemPath = ['/usr/bin', '/bin']

export async function installedService(program: string, path: readonly string[] = []): Promise<InstalledService> {
  const mac = temporaryMac()
  const receiver = await startReceiver()
  const port = await unusedPort()
  configure(mac.home, { ...toWebhook(receiver.url), web: { port } })
  const env = { HOME: mac.home, NO_COLOR: '1', PATH: [join(mac.home, 'bin'), ...path, ...systemPath].join(delimiter) }
  const run = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', env })
    return { status, stdout, stderr }
  }
  return {
    mac,
    receiver,
    env,
    run,
    url: `http://127.0.0.1:${port}`,
    mcp: () => mcpClient(mac.home, { command: [program, 'mcp'], env }),
    async [Symbol.asyncDispose]() {
      run('uninstall')
      await receiver[Symbol.asyncDispose]()
      mac.close()
    },
  }
}
