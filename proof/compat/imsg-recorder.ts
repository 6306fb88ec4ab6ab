/** Starts an executable, passes its input and output on unchanged, and notes each JSON line in a file. */
import { spawn } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

const [log = '', program = '', ...args] = process.argv.slice(2)
const note = (line: object) => appendFileSync(log, `${JSON.stringify(line)}\n`)
const parsed = (line: string): unknown => {
  try {
    return JSON.parse(line)
  } catch {
    return line
  }
}

// The first argument is the file that Node runs.
note({ args: args.slice(1) })
const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] })
child.stdin.on('error', () => undefined)
process.stdin.pipe(child.stdin)
child.stdout.pipe(process.stdout)
createInterface({ input: process.stdin }).on('line', (line) => note({ asked: parsed(line) }))
createInterface({ input: child.stdout }).on('line', (line) => note({ answered: parsed(line) }))
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => child.kill(signal))
child.on('exit', (code) => {
  process.exitCode = code ?? 1
  process.stdin.destroy()
})
