/** `service backup`: writes the data and settings of this service into one file, and reads it back before it counts. */
import { resolve } from 'node:path'
import { Command } from 'commander'
import { release } from '../../actions/release.ts'
import { makeBackup, verifyBackup } from '../../backup/make-backup.ts'
import type { Manifest } from '../../backup/manifest.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { localMoments } from '../../export/moments.ts'
import { openAuditLog } from '../../store/audit-log.ts'
import { serviceDir } from '../../store/service-dir.ts'
import { readEnvironment } from '../environment.ts'
import { knownPassphrase, newPassphrase } from '../passphrase.ts'
import { untilStopped } from '../until-stopped.ts'

interface Options {
  to?: string
  encrypt?: boolean
  passphraseFile?: string
  verify?: string
  force?: boolean
}

const examples = `
Examples:
  service backup
  service backup --encrypt --to ~/Documents/service.tar.gz.age
  service backup --passphrase-file ~/passphrase --to /Volumes/Backups/service.tar.gz.age
  service backup --verify service.tar.gz.age

It may be made while the service runs. In it: settings, plugins with their state, rules, themes, the journal, the ledger
of sends, the audit log. Not in it: Messages itself, the search index and caches (made anew), the log, signed-in browsers.
It opens with tar, and with age where it is encrypted. Back it comes by: service restore FILE
Exit code 6: it is damaged, the passphrase is wrong, or there is something at that place already.`

export function backupCommand(): Command {
  return new Command('backup')
    .description('put settings, plugins, journal and ledger into one file; or check such a file')
    .option('--to <file>', 'where; by default service-<day>.tar.gz in this folder')
    .option('--encrypt', 'with a passphrase that is asked for')
    .option('--passphrase-file <file>', 'with the passphrase that this file holds')
    .option('--verify <file>', 'make none: read that one, and say whether it is whole')
    .option('--force', 'replace a file')
    .addHelpText('after', examples)
    .action((options: Options) => {
      process.umask(0o077)
      return untilStopped(
        (signal) => (options.verify === undefined ? make(options, signal) : verify(options.verify, options, signal)),
        'Stopped: nothing was written.',
      )
    })
}

async function make(options: Options, signal: AbortSignal): Promise<void> {
  const nowMs = Date.now()
  const { encrypt, passphraseFile, force = false } = options
  const isSealed = encrypt === true || passphraseFile !== undefined
  const path = resolve(options.to ?? `service-${dayOf(nowMs)}.tar.gz${isSealed ? '.age' : ''}`)
  const passphrase = isSealed ? await newPassphrase(passphraseFile) : undefined
  const dir = serviceDir(readEnvironment().base)
  const manifest = await makeBackup(dir, { path, passphrase, force, nowMs, signal, release: release() })
  openAuditLog({ path: dir.auditFile }).append({ action: 'backup_made', principal: 'command', result: 'ok' })
  process.stdout.write(`${formatContents(manifest)}, read back and found whole: ${path}\n`)
  if (!isSealed)
    process.stderr.write('It is not encrypted, and holds secrets of plugins: keep it to yourself, or use --encrypt.\n')
}

async function verify(path: string, { passphraseFile, ...others }: Options, signal: AbortSignal): Promise<void> {
  if (others.to !== undefined || others.encrypt) throw new ServiceError('invalid_request', '--verify makes no backup.')
  const manifest = await verifyBackup(resolve(path), { passphrase: () => knownPassphrase(passphraseFile), signal })
  process.stdout.write(
    `${formatContents(manifest)} of ${localMoments().whole(manifest.made_at)}, by release ${manifest.release}: whole.\n`,
  )
}

const formatContents = ({ files }: Manifest): string => {
  const databases = files.filter(({ database }) => database).length
  return `${files.length} file${files.length === 1 ? '' : 's'}, ${databases} of them databases`
}

const dayOf = (ms: number): string => new Intl.DateTimeFormat('sv-SE').format(ms)
