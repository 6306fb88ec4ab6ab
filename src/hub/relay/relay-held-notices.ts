/** Sends notices about messages of a hub that wait for their owner through its plugins, as the bridge of a Mac does. */
import type { AnySending } from '../../actions/services.ts'
import type { Clock } from '../../base/clock.ts'
import { repeat } from '../../base/repeat.ts'
import { HeldNotices, type HeldNoticesDeps, heldCheckMs, mostTold } from '../../bridge/held-notices.ts'
import type { RelayStore } from '../../bridge/open-store.ts'
import type { HeldNotice } from '../../domain/held-notice.ts'
import type { ShownHeld } from '../../sending/sending.ts'

interface RelayHeldNoticesDeps {
  store: RelayStore
  host: HeldNoticesDeps['host'] & { known(): Promise<void> }
  sending: Pick<AnySending, 'listHeld'>
  clock: Clock
}

export class RelayHeldNotices {
  readonly #stopping = new AbortController()
  readonly #ended: Promise<void>
  #waiting: readonly (HeldNotice & { id: string })[] = []

  /** Starts once it is known which plugins there are. */
  constructor({ store, host, sending, clock }: RelayHeldNoticesDeps) {
    const notices = new HeldNotices({
      store,
      host,
      clock,
      waiting: {
        // A waiting send does not change: it is decided about, or expires.
        revision: () => this.#waiting.map(({ id }) => id).join(),
        list: () => this.#waiting,
      },
    })
    const { signal } = this.#stopping
    this.#ended = host.known().then(() =>
      repeat(
        async () => {
          if (!notices.isWanted) return
          this.#waiting = (await sending.listHeld(mostTold)).map(noticeOf)
          if (!signal.aborted) notices.check()
        },
        { signal, backoff: { firstMs: heldCheckMs, longestMs: heldCheckMs } },
      ),
    )
  }

  async close(): Promise<void> {
    this.#stopping.abort()
    await this.#ended
  }
}

/** Makes the notice of a held send. A name that contains an address is left out, so that no notice shows a number. */
function noticeOf({ recipient, ...held }: ShownHeld): HeldNotice & { id: string } {
  const { name = null, isGroup = false, addresses = [] } = recipient ?? {}
  return { ...held, isGroup, name: addresses.some((address) => name?.includes(address)) ? null : name }
}
