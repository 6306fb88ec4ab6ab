/**
 * Runs what was typed after `relay-imsg`, with the exit codes that its clients know. Most code is loaded only for the
 * command that needs it, because clients start some of them often.
 */
import { homedir } from 'node:os'
import { parseArgs } from 'node:util'
import { release } from '../../store/release.ts'
import { help, helpOf, unknownVerb, type Verb, verbs } from './usage.ts'

const exitCodes = { done: 0, failed: 1, usage: 64 } as const

/** Resolves with the exit code. */
export async function runImsg(args: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const [name = '--help', ...rest] = args
  if (['--help', '-h', 'help'].includes(name)) return say(help)
  if (name === '--version') return say(`${release()}\n`)
  const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined
  if (verb === undefined) return refuse(unknownVerb(name))
  if (rest.includes('--help') || rest.includes('-h')) return say(helpOf(verb))
  return runKnown(name, verb, { rest, env })
}

interface Typed {
  rest: string[]
  env: NodeJS.ProcessEnv
}

async function runKnown(name: string, { options, usage }: Verb, { rest, env }: Typed): Promise<number> {
  let given: ReturnType<typeof parseArgs>['values']
  try {
    given = parseArgs({ args: withNegatives(rest), options, strict: true }).values
  } catch (error) {
    return refuse(`${error instanceof Error ? error.message : error}\nUsage: relay-imsg ${usage}\n`)
  }
  const { connect, imsgEnvironment } = await import('./connection.ts')
  const { rpcErrorOf, rpcCodes } = await import('./rpc-error.ts')
  const { openSession } = await import('./session.ts')
  const tell = (line: string) => void process.stderr.write(`${line}\n`)
  try {
    const environment = imsgEnvironment(env, env.HOME || homedir(), process.platform)
    const connection = connect(environment, { surface: name === 'rpc' ? 'api' : 'terminal', tell })
    const session = openSession(connection, environment, tell)
    if (name === 'rpc') await (await import('./serve-rpc.ts')).serveRpc(session, release())
    else await (await import('./verbs.ts')).runVerb(name, { session, version: release(), given })
    return exitCodes.done
  } catch (error) {
    const { code, detail } = rpcErrorOf(error)
    tell(detail)
    return code === rpcCodes.params ? exitCodes.usage : exitCodes.failed
  }
}

/** Writes `--since-rowid -1` as one word, since a word that begins with a dash would be taken for an option. */
function withNegatives(words: readonly string[]): string[] {
  const written: string[] = []
  for (const word of words) {
    const before = written.at(-1)
    if (/^-\d+$/.test(word) && before?.startsWith('--') && !before.includes('='))
      written[written.length - 1] = `${before}=${word}`
    else written.push(word)
  }
  return written
}

function say(text: string): number {
  process.stdout.write(text)
  return exitCodes.done
}

function refuse(text: string): number {
  process.stderr.write(text)
  return exitCodes.usage
}
