/** Finds the message with a given ROWID and where it is, or throws that there is none. */

import { ServiceError } from '../domain/service-error.ts'
import type { PlacedMessage } from '../mac/history/placed.ts'
import type { HistoryService } from './services.ts'

export function placedMessage(rowid: number, history: Pick<HistoryService, 'placed'>): PlacedMessage {
  const [placed] = history.placed([rowid])
  if (placed === undefined) throw new ServiceError('message_not_found', 'There is no such message.', { rowid })
  return placed
}
