/** The history of a simulated Mac, for tests. */
import { FormatRegistry } from '@sinclair/typebox'
import { onTestFinished } from 'vitest'
import type { MacOptions } from '../../../simulator/create.ts'
import { temporaryMac } from '../../../simulator/temporary-mac.ts'
import type { Message } from '../../contract/message.ts'
import type { HistoryOptions } from './history.ts'
import { openHistory } from './open-history.ts'
import type { Anchor } from './pages.ts'

export const anna = '+12025550123'
export const ben = '+12025550145'
export const carla = 'carla@example.com'

const names = new Map([
  [anna, 'Anna'],
  [ben, 'Ben'],
  [carla, 'Carla'],
])

FormatRegistry.Set('date-time', (text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text))

/** A quiet day: tests count minutes from here. */
export const noonMs = Date.UTC(2026, 5, 1, 12)
export const minute = (minutes: number): number => noonMs + minutes * 60_000

export function historyOf(mac: MacOptions = {}, options: Partial<HistoryOptions> = {}) {
  const simulated = temporaryMac(mac)
  const history = openHistory({
    home: simulated.home,
    contacts: { nameOf: (handle) => names.get(handle) },
    readMarks: () => [],
    nowMs: () => minute(24 * 60),
    ...options,
  })
  onTestFinished(() => {
    history.close()
    simulated.close()
  })
  const page = (guid: string | undefined, anchor: Partial<Anchor> = {}): Message[] =>
    history.messages(guid ?? '', { limit: 100, ...anchor }) ?? []
  return {
    mac: simulated,
    messages: simulated.messages,
    history,
    page,
    texts: (guid: string | undefined, anchor: Partial<Anchor> = {}) => page(guid, anchor).map(({ text }) => text),
    list: (limit = 50, offset = 0) => history.conversations({ limit, offset }),
    set: ({ rowid }: { rowid: number }, columns: string) =>
      simulated.messages.db.exec(`UPDATE message SET ${columns} WHERE ROWID = ${rowid}`),
  }
}
