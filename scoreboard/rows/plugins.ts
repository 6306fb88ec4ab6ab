/** What plugins can do to the service, to each other and to the machine. */
import type { Subject } from '../row.ts'
import { attacksOnEachNode } from '../trials/attacks.ts'
import { byTests } from '../ways/by-tests.ts'

export const plugins: Subject = {
  title: 'Plugins',
  rows: [
    {
      number: 23,
      claim:
        'places that a plugin or a rule may not reach: private, loopback, link-local and metadata addresses in every spelling, names that lead there or answer differently the second time, redirects, this service itself',
      target: 'at least 40; no connection arrives',
      run: byTests({
        files: [
          ...['src/plugins/egress/', 'src/domain/egress.test.ts', 'src/domain/egress-places.test.ts'],
          ...['src/bridge/rules/checked-lookup.test.ts', 'src/bridge/rules/post-json.test.ts'],
        ],
        least: 40,
        inWords: (count) => `${count} cases, 0 connections where there should be none`,
      }),
    },
    {
      number: 18,
      claim: 'at least 48 attacks by a plugin, on the oldest Node 22, on Node 24 and on Node 26',
      target:
        'none passes behind the sandbox of the system; without it those alone that [isolation.md](isolation.md) lists',
      run: attacksOnEachNode,
      elsewhere:
        'Seatbelt, the sandbox of macOS: `service doctor --isolation` on a Mac ([live-checks.md](live-checks.md))',
    },
  ],
}
