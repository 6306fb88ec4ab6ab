/** `service backup`: writes the data and settings of this service into one file, and reads it back before it counts. */
import { resolve } from 'node:path'
import { Command } from 'commander'
import { makeBackup, verifyBackup } from '../../backup/make-backup.ts'
import type { Manifest } from '../../backup/manifest.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { localMoments } from '../../export/moments.ts'
import { openAuditLog } from '../../store/audit-log.ts'
import { release } from '../../store/release.ts'
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

The service can run meanwhile. A backup contains settings, plugins and their data, rules, themes, the journal, the send
ledger and the audit log. It does not contain messages, the search index, caches, the log or browser sessions.
Backups are tar archives, encrypted with age if you ask for it. Restore with: service restore FILE
Exit code 6: the backup is damaged, the passphrase is wrong, or the file already exists.`

export function backupCommand(): Command {
  return new Command('backup')
    .description('Back up settings, plugins and delivery state to one file, or verify a backup')
    .option('--to <file>', 'Backup file; by default service-<day>.tar.gz in the current folder')
    .option('--encrypt', 'Encrypt with a passphrase that you type')
    .option('--passphrase-file <file>', 'Read the passphrase from a file')
    .option('--verify <file>', 'Verify this backup instead of making one')
    .option('--force', 'Replace an existing file')
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
