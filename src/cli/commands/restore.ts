/** `service restore`: replaces the current data by a backup, and reports the consequences. */
import { resolve } from 'node:path'
import { Command } from 'commander'
import { type Restored, restoreBackup } from '../../backup/restore-backup.ts'
import { localMoments } from '../../export/moments.ts'
import { serviceDir } from '../../store/service-dir.ts'
import { readEnvironment } from '../environment.ts'
import { knownPassphrase } from '../passphrase.ts'
import { untilStopped } from '../until-stopped.ts'

interface Options {
  passphraseFile?: string
  force?: boolean
}

const examples = `
Examples:
  service restore service-2026-11-21.tar.gz
  service stop && service restore --force service-2026-11-21.tar.gz
  service restore --passphrase-file ~/passphrase service-2026-11-21.tar.gz.age

The whole backup is checked before anything changes. Restoring sends no message: messages that were queued for sending
when the backup was made are marked uncertain. Newer messages are relayed if they are not older than relay.max_age_s.
Exit code 5: the service is running; 6: the backup is damaged, the passphrase is wrong, or a data folder exists (--force).`

export function restoreCommand(): Command {
  return new Command('restore')
    .description('Restore a backup, on this Mac or another')
    .argument('<file>', 'Backup file')
    .option('--passphrase-file <file>', 'Read the passphrase from a file')
    .option('--force', 'Move an existing data folder aside')
    .addHelpText('after', examples)
    .action((file: string, { passphraseFile, force = false }: Options) => {
      process.umask(0o077)
      return untilStopped(async (signal) => {
        const passphrase = () => knownPassphrase(passphraseFile)
        const path = resolve(file)
        const dir = serviceDir(readEnvironment().base)
        const restored = await restoreBackup(dir, { path, passphrase, force, nowMs: Date.now(), signal })
        process.stdout.write(`${linesOf(restored, dir.base).join('\n')}\n`)
      }, 'Stopped: nothing was changed.')
    })
}

function linesOf({ manifest, aside, happened }: Restored, base: string): string[] {
  return [
    `${manifest.files.length} files of ${localMoments().whole(manifest.made_at)} are back in ${base}.`,
    ...(aside === undefined ? [] : [`What was there lies in ${aside}; remove it once you miss nothing.`]),
    ...happenedLines(happened),
    '',
    'Then:',
    '  service start (or service up). Browsers sign in again; API keys are those of the backup, so revoke again what you had',
    '  revoked since (service keys list). Programs with a language model need theirs anew: service mcp --setup',
    '  On another Mac: service install, then service doctor, which names what to grant again: Full Disk Access for this',
    '  program, Automation of Messages for sending, Accessibility where its window is operated.',
  ]
}

function happenedLines(happened: Restored['happened']): string[] {
  if (happened.is === 'kept')
    return ['What was relayed and sent since stays known: the journal and the ledger of now were kept.']
  const { uncertain, missed, old } = happened
  return [
    ...(uncertain === 0
      ? []
      : [
          `${count(uncertain, 'message')} that waited to be sent then: marked uncertain, and not sent. Look whether it went.`,
        ]),
    ...(missed === 0
      ? []
      : [`${count(missed, 'scheduled message')}: not sent until you decide (service scheduled list).`]),
    ...(old === 0
      ? []
      : [`${count(old, 'delivery', 'deliveries')} to plugins that waited then: too old by now, and not made.`]),
    'Messages that came since are relayed once the bridge runs, as far back as relay.max_age_s says.',
  ]
}

const count = (number: number, one: string, many = `${one}s`): string => `${number} ${number === 1 ? one : many}`
