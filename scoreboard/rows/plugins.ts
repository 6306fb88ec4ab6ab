/** What plugins can do to the service, to each other and to the machine. */
import type { Subject } from '../row.ts'
import { attacksOnEachNode } from '../trials/attacks.ts'

export const plugins: Subject = {
  title: 'Plugins',
  rows: [
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
