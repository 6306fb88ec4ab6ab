/**
 * Starts a program that answers in lines what it is asked in a line, asks one thing, and lets it end: without a shell or
 * our environment, with a deadline that kills and a limit on the output.
 */
import { spawn } from 'node:child_process'
import { programEnvironment } from './run-program.ts'

interface Question<A> {
  program: string
  args: readonly string[]
  /** The home folder, which the program needs to find its own files. */
  home: string
  line: string
  /** Returns undefined for a line that is no answer, such as a notification. */
  answerIn(line: string): A | undefined
  deadlineMs: number
}

const mostCharacters = 256 * 1024

/** `silent`: it ended or was killed without an answer. A program ends by itself once its input is closed. */
export function askInLines<A>(question: Question<A>): Promise<A | 'not_started' | 'silent'> {
  const { program, args, home, line, answerIn, deadlineMs } = question
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: '/',
      env: { ...programEnvironment, HOME: home },
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    let unread = ''
    const end = (answer: A | 'not_started' | 'silent') => {
      clearTimeout(deadline)
      child.stdin.end()
      child.stdout.destroy()
      resolve(answer)
    }
    const kill = () => {
      child.kill('SIGKILL')
      end('silent')
    }
    const deadline = setTimeout(kill, deadlineMs)
    child.on('error', () => end('not_started'))
    child.on('close', () => end('silent'))
    child.stdin.on('error', () => undefined)
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      unread += chunk
      if (unread.length > mostCharacters) return kill()
      const lines = unread.split('\n')
      unread = lines.pop() ?? ''
      const answer = lines.map(answerIn).find((each) => each !== undefined)
      if (answer !== undefined) end(answer)
    })
    child.stdin.write(`${line}\n`)
  })
}
