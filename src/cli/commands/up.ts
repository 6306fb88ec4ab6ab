/** `service up`: runs the service in the foreground, on this Mac's Messages or else on a simulated Mac. */
import { existsSync } from 'node:fs'
import { Command } from 'commander'
import { messagesPaths } from '../../mac/messages-paths.ts'
import { loadConfig } from '../../store/config-in-force.ts'
import { serviceDir } from '../../store/service-dir.ts'
import { readEnvironment, sameEnvironment } from '../environment.ts'
import { formatSettings } from '../foreground/format-settings.ts'
import { runInForeground } from '../foreground/run-service.ts'
import { uplinkBeside } from '../foreground/uplink-beside.ts'
import { webFlags } from '../node-flags.ts'
import { ownCommand } from '../own-command.ts'

export function upCommand(): Command {
  return new Command('up')
    .description('Run the service in the foreground (on a simulated Mac where there is no Messages)')
    .addHelpText('after', '\nExample:\n  service up    # ends on Ctrl-C')
    .action(async () => {
      const { home, base } = readEnvironment()
      const isHere = process.platform === 'darwin' || existsSync(messagesPaths(home).database)
      if (!isHere) {
        const { runDemo } = await import('./demo.ts')
        process.stdout.write('There is no Messages on this machine, so this is a simulated Mac with people who talk.\n')
        process.exitCode = await runDemo({})
        return
      }
      takeFlags()
      process.stdout.write(introduction(home, base))
      const env = sameEnvironment()
      process.exitCode = await runInForeground({ base, env, isWeb: true }, [uplinkBeside(serviceDir(base), env)])
    })
}

/** Begins anew, as the same process, with the flags of the web process, which only a start can set. */
function takeFlags(): void {
  const { program, args } = ownCommand(webFlags)
  const isDone = args.length === 0 || webFlags.every((flag) => process.execArgv.includes(flag))
  if (!isDone) process.execve?.(program, [program, ...args, ...process.argv.slice(2)], sameEnvironment())
}

function introduction(home: string, base: string): string {
  const dir = serviceDir(base)
  const { config, problem } = loadConfig(dir)
  if (problem !== undefined) process.stderr.write(`${problem.messageFor('terminal')}\n`)
  return [
    '',
    `  Messages        ${messagesPaths(home).database}`,
    `${formatSettings(config, dir.configFile)}  End             Ctrl-C`,
    '\n',
  ].join('\n')
}
