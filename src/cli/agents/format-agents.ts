/** Formats the state of the launch agents as lines for the terminal. */
import { names } from '../../contract/names.ts'
import type { ProcessName } from '../../contract/setup-names.ts'
import type { RunningAgent } from './await-running.ts'

const column = 10

export const agentLine = (process: ProcessName, text: string): string => `  ${process.padEnd(column)}${text}`

export function runningLines(running: readonly RunningAgent[], logs: string): string[] {
  return running.map(({ process, pid }) =>
    agentLine(
      process,
      pid === null
        ? `has not come up: look into ${logs}/${process}.log, or type ${names.command} doctor`
        : `running, process ${pid}`,
    ),
  )
}
