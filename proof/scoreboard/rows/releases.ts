/** Rows about what is installed, what is on the disk, and what other releases wrote. */
import type { Subject } from '../row.ts'
import { supplyChain } from '../trials/supply-chain.ts'
import { byTests } from '../ways/by-tests.ts'

export const releases: Subject = {
  title: 'On the disk',
  rows: [
    {
      number: 29,
      claim:
        'marks in every field of a message, numbers, passwords and keys, looked for afterwards in log, standard output, status, audit log, answers, errors and in everything that crosses over to plugins; lines that fake others',
      target: 'found nowhere',
      run: byTests({
        files: [
          'test/privacy.test.ts',
          'src/plugins/wire.test.ts',
          'src/domain/redaction.test.ts',
          'test/web/secrets.test.ts',
          'test/web/attacks/log-injection.test.ts',
          'test/web/attacks/stolen-keys.test.ts',
        ],
        least: 15,
        formatFigure: (count) => `0 found (${count} cases)`,
      }),
      elsewhere: 'The memory of a plugin’s process was not searched: what it never receives cannot be there',
    },
    {
      number: 32,
      claim: 'all files and folders below `~/.service` once everything was used; then opened to others',
      target: 'none wider than 0600 and 0700; at the next start they are closed again',
      run: byTests({
        files: ['test/web/attacks/other-accounts.test.ts', 'src/store/service-dir.test.ts'],
        tried: ({ entries = 0 }) => entries,
        least: 15,
        formatFigure: (count, { open = 0 }) => `${count} files and folders, ${open} open to others; repair works`,
      }),
    },
    {
      number: 35,
      claim: 'what comes along when it is installed',
      target:
        '≤ 15 dependencies, no install script, a hash for every package; none with a vulnerability that npm knows, where npm answers',
      run: supplyChain,
    },
    {
      number: 38,
      claim: 'files of every earlier schema, of this one and of a later one, and backups of them',
      target: 'kept and brought up to date, or refused in words and left as they are',
      run: byTests({
        files: [
          'src/store/every-schema.test.ts',
          'src/store/sqlite-file.test.ts',
          'src/store/journal/open.test.ts',
          'src/sending/ledger/open.test.ts',
          'src/backup/unpack.test.ts',
        ],
        least: 20,
        formatFigure: (count) => `${count} cases, nothing lost`,
      }),
    },
  ],
}
