/** Looks up the handles of Messages, by ROWID and by address: they are what participants of chats are made of. */
import type { StoredHandle } from '../../contract/stored-row.ts'
import { normaliseHandle } from '../../domain/handles.ts'
import type { Relay } from '../wire/relay.ts'

export class HandleIndex {
  readonly #ofRowid: ReadonlyMap<number, StoredHandle>
  readonly #ofAddress: ReadonlyMap<string, readonly StoredHandle[]>

  constructor(handles: readonly StoredHandle[]) {
    this.#ofRowid = new Map(handles.map((handle) => [handle.rowid, handle]))
    this.#ofAddress = Map.groupBy(handles, ({ address }) => normaliseHandle(address))
  }

  byRowid(rowid: number): StoredHandle | undefined {
    return this.#ofRowid.get(rowid)
  }

  /** An address has a handle for each service; that of the given one is preferred. */
  byAddress(address: string, service: string): StoredHandle | undefined {
    const known = this.#ofAddress.get(normaliseHandle(address)) ?? []
    return known.find((each) => each.service === service) ?? known[0]
  }
}

const page = 1_000

async function allHandles(relay: Pick<Relay, 'list_handles'>): Promise<StoredHandle[]> {
  const handles: StoredHandle[] = []
  for (;;) {
    const next = await relay.list_handles({ limit: page, offset: handles.length })
    handles.push(...next)
    if (next.length < page) return handles
  }
}

const freshForMs = 5_000

/** Returns a function that reads the handles again when what it has read is older than a few seconds. */
export function rememberHandles(relay: Pick<Relay, 'list_handles'>, nowMs: () => number): () => Promise<HandleIndex> {
  let read: { atMs: number; index: Promise<HandleIndex> } | undefined
  return () => {
    if (read === undefined || nowMs() - read.atMs > freshForMs) {
      const index = allHandles(relay).then((handles) => new HandleIndex(handles))
      // A failed read is repeated at the next call.
      index.catch(() => {
        read = undefined
      })
      read = { atMs: nowMs(), index }
    }
    return read.index
  }
}
