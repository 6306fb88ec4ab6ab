/** Opens the history of a simulated Mac for tests; the test chooses the Mac. */
import type { DatabaseSync } from 'node:sqlite'
import { FormatRegistry } from '@sinclair/typebox'
import type { Message } from '../../contract/message.ts'
import type { HistoryOptions } from './history.ts'
import { openHistory } from './open-history.ts'
import type { Anchor } from './pages.ts'

FormatRegistry.Set('date-time', (text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text))

export const anna = '+12025550123'
export const ben = '+12025550145'
export const carla = 'carla@example.com'

const names = new Map([
  [anna, 'Anna'],
  [ben, 'Ben'],
  [carla, 'Carla'],
])

const noonMs = Date.UTC(2026, 5, 1, 12)
/** Minutes are counted from noon of a fixed day. */
export const minute = (minutes: number): number => noonMs + minutes * 60_000

interface Mac {
  home: string
  messages: { db: DatabaseSync }
  close(): void
}

interface Simulated<M extends Mac, O> {
  temporaryMac(options?: O): M
  onTestFinished(clean: () => void): void
}

export function historyIn<M extends Mac, O>({ temporaryMac, onTestFinished }: Simulated<M, O>) {
  return (macOptions?: O, options: Partial<HistoryOptions> = {}) => {
    const mac = temporaryMac(macOptions)
    const messages: M['messages'] = mac.messages
    const history = openHistory({
      home: mac.home,
      contacts: { nameOf: (handle) => names.get(handle) },
      readMarks: () => [],
      nowMs: () => minute(24 * 60),
      ...options,
    })
    onTestFinished(() => {
      history.close()
      mac.close()
    })
    const page = (guid: string | undefined, anchor: Partial<Anchor> = {}): Message[] =>
      history.messages(guid ?? '', { limit: 100, ...anchor }) ?? []
    return {
      mac,
      messages,
      history,
      page,
      texts: (guid: string | undefined, anchor: Partial<Anchor> = {}) => page(guid, anchor).map(({ text }) => text),
      list: (limit = 50, offset = 0) => history.conversations({ limit, offset }),
      set: ({ rowid }: { rowid: number }, columns: string) =>
        messages.db.exec(`UPDATE message SET ${columns} WHERE ROWID = ${rowid}`),
    }
  }
}
