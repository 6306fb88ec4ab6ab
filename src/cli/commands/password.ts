/** `service password`: sets or removes the password of the page and the API. */

import { Command } from 'commander'
import { isLoopback } from '../../domain/access/address.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { loadConfig } from '../../store/config-in-force.ts'
import type { ServiceDir } from '../../store/service-dir.ts'
import { readInput, requireYes } from '../ask.ts'
import { preparedServiceDir } from '../change-config.ts'
import { askNewPassword, requireStrong, setPassword } from '../new-password.ts'

export function passwordCommand(): Command {
  const command = new Command('password')
    .exitOverride()
    .description('Set or remove the password of the page and the API')
    .addHelpText(
      'after',
      '\nExamples:\n  service password set\n  pass show relay | service password set --stdin\n  service password clear',
    )
  command
    .command('set')
    .description('Set or change the password; all browsers must sign in again')
    .option('--stdin', 'Read the password from standard input')
    .addHelpText('after', '\nExamples:\n  service password set\n  pass show relay | service password set --stdin')
    .action(async ({ stdin }: { stdin?: boolean }) => {
      const dir = preparedServiceDir()
      const password = stdin ? await readInput() : await askNewPassword()
      requireStrong(password)
      await setPassword(dir, password)
      process.stdout.write('The password is set. Every browser has to sign in with it; API keys stay as they are.\n')
    })
  command
    .command('clear')
    .description('Remove the password; everyone on this Mac can then read and change everything')
    .option('--yes', 'Skip the confirmation')
    .addHelpText('after', '\nExamples:\n  service password clear\n  service password clear --yes')
    .action(async ({ yes }: { yes?: boolean }) => {
      const dir = preparedServiceDir()
      requireLoopback(dir)
      if (!yes) await requireYes(warning)
      await setPassword(dir, null)
      process.stdout.write('The password is removed.\n')
    })
  return command
}

const warning = 'Without a password everyone on this Mac may read and change everything. Remove it?'

function requireLoopback(dir: ServiceDir): void {
  const { host } = loadConfig(dir).config.web
  if (isLoopback(host)) return
  throw new ServiceError('no_password', 'The service listens on the network, which needs a password.', { host })
}
