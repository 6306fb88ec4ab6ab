/** Determines the delivery status of an own message. */
import type { Message } from '../../contract/message.ts'

export interface Sending {
  /** The column `message.error`. */
  error: number
  isSent: boolean
  isDelivered: boolean
  isRead: boolean
}

export function ownStatus({ error, isSent, isDelivered, isRead }: Sending): NonNullable<Message['status']> {
  if (error !== 0) return 'failed'
  if (isRead) return 'read'
  if (isDelivered) return 'delivered'
  return isSent ? 'sent' : 'pending'
}
