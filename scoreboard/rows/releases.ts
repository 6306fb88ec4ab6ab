/** What is installed, what lies on the disk, and what other releases wrote. */
import type { Subject } from '../row.ts'
import { supplyChain } from '../trials/supply-chain.ts'
import { byTests } from '../ways/by-tests.ts'

export const releases: Subject = {
  title: 'On the disk',
  rows: [
    {
      number: 32,
      claim: 'all files and folders below `~/.service` once everything was used; then opened to others',
      target: 'none wider than 0600 and 0700; at the next start they are closed again',
      run: byTests({
        files: ['test/web/attacks/other-accounts.test.ts', 'src/store/service-dir.test.ts'],
        tried: ({ entries = 0 }) => entries,
        least: 15,
        inWords: (count, { open = 0 }) => `${count} files and folders, ${open} open to others; repair works`,
      }),
    },
    {
      number: 35,
      claim: 'what comes along when it is installed',
      target:
        '≤ 15 dependencies, no install script, a hash for every package; none with a vulnerability that npm knows, where npm answers',
      run: supplyChain,
    },
  ],
}
