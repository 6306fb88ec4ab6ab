/**
 * Runs scripts of package.json side by side, as many at once as there are processors, and shows the output of those
 * that fail (`node test/side-by-side.ts check:types check:layers`). The longest come first.
 */
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { text } from 'node:stream/consumers'

const waiting = process.argv.slice(2)

/** Resolves with whether the script succeeded. */
async function run(script: string): Promise<boolean> {
  const startMs = performance.now()
  const child = spawn(process.execPath, ['--run', script], { stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('close', resolve)
    child.once('error', reject)
  })
  const [code, ...output] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
  const seconds = ((performance.now() - startMs) / 1000).toFixed(1)
  process.stdout.write(`${code === 0 ? '✓' : '✗'} ${script} ${seconds} s\n${code === 0 ? '' : output.join('')}`)
  return code === 0
}

async function runWaiting(): Promise<void> {
  for (let script = waiting.shift(); script !== undefined; script = waiting.shift())
    if (!(await run(script))) process.exitCode = 1
}

await Promise.all(Array.from({ length: availableParallelism() }, runWaiting))
