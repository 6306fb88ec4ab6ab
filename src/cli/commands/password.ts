/** `service password`: sets or removes the password of the page and the API. */

import { Command } from 'commander'
import { isLoopback } from '../../domain/access/address.ts'
import { weaknessOf } from '../../domain/access/password-strength.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { openAuditLog } from '../../store/audit-log.ts'
import { loadConfig } from '../../store/config-in-force.ts'
import type { ServiceDir } from '../../store/service-dir.ts'
import { hashPassword } from '../../web/auth/password-hash.ts'
import { ask, readInput, requireYes } from '../ask.ts'
import { changeConfig, preparedServiceDir } from '../change-config.ts'

export function passwordCommand(): Command {
  const command = new Command('password')
    .exitOverride()
    .description('set or remove the password of the page and the API')
    .addHelpText(
      'after',
      '\nExamples:\n  service password set\n  pass show relay | service password set --stdin\n  service password clear',
    )
  command
    .command('set')
    .description('set or change the password; every browser has to sign in with it')
    .option('--stdin', 'read it from standard input instead of asking')
    .addHelpText('after', '\nExamples:\n  service password set\n  pass show relay | service password set --stdin')
    .action(async ({ stdin }: { stdin?: boolean }) => {
      const dir = preparedServiceDir()
      const password = stdin ? await readInput() : await askTwice()
      requireStrong(password)
      write(dir, await hashPassword(password))
      process.stdout.write('The password is set. Every browser has to sign in with it; API keys stay as they are.\n')
    })
  command
    .command('clear')
    .description('remove the password: everyone on this Mac may then read and change everything')
    .option('--yes', 'do not ask')
    .addHelpText('after', '\nExamples:\n  service password clear\n  service password clear --yes')
    .action(async ({ yes }: { yes?: boolean }) => {
      const dir = preparedServiceDir()
      requireLoopback(dir)
      if (!yes) await requireYes(warning)
      write(dir, null)
      process.stdout.write('The password is removed.\n')
    })
  return command
}

const warning = 'Without a password everyone on this Mac may read and change everything. Remove it?'

async function askTwice(): Promise<string> {
  const instead = 'give it on standard input with --stdin'
  const password = await ask({ question: 'New password: ', hidden: true }, instead)
  requireStrong(password)
  const again = await ask({ question: 'Once more: ', hidden: true }, instead)
  if (again !== password) throw new ServiceError('invalid_request', 'The two are not the same, so nothing was changed.')
  return password
}

function requireStrong(password: string): void {
  const weakness = weaknessOf(password)
  if (weakness !== undefined) throw new ServiceError('weak_password', weakness)
}

function requireLoopback(dir: ServiceDir): void {
  const { host } = loadConfig(dir).config.web
  if (isLoopback(host)) return
  throw new ServiceError('no_password', 'The service listens on the network, which needs a password.', { host })
}

function write(dir: ServiceDir, hash: string | null): void {
  changeConfig(dir, () => ({ auth: { password_hash: hash } }))
  openAuditLog({ path: dir.auditFile }).append({
    action: hash === null ? 'password_removed' : 'password_set',
    principal: 'command',
    result: 'ok',
  })
}
