import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryMac } from '../../simulator/temporary-mac.ts'
import { until } from '../harness/until.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Tells each module that is loaded. */
const telling = `import { registerHooks } from 'node:module'
registerHooks({ load(url, context, next) { console.error('loads ' + url); return next(url, context) } })`

test.each([['web', '--port', '0'], ['bridge']])(
  'the %s of someone with one Mac loads nothing of hubs',
  async (...command) => {
    using mac = temporaryMac()
    const tell = `data:text/javascript,${encodeURIComponent(telling)}`
    const child = spawn(process.execPath, ['--import', tell, join(root, 'bin/service.mjs'), ...command], {
      env: { HOME: mac.home, PATH: mac.bin, NODE_NO_WARNINGS: '1' },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    let said = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
    const log = join(mac.home, '.service', 'service.jsonl')
    const isUp = () => {
      try {
        return readFileSync(log, 'utf8').includes('started')
      } catch {
        return false
      }
    }
    await until(isUp, { describe: () => said.slice(-2_000) })
    child.kill('SIGTERM')
    await once(child, 'exit')
    const loaded = said.split('\n').filter((line) => line.startsWith('loads '))
    expect(loaded.length).toBeGreaterThan(50)
    expect(
      loaded.filter((line) => /\/(src|dist\/src)\/(hub|uplink|envelope|nats)\/|node_modules\/(pg|@nats-io)/.test(line)),
    ).toEqual([])
  },
)

test('npm installs nothing of PostgreSQL with the package', () => {
  const { dependencies, peerDependencies = {} } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  expect(Object.keys({ ...dependencies, ...peerDependencies }).filter((name) => /^pg/.test(name))).toEqual([])
})
