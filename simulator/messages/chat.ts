// A chat as the operations use it.

export type Service = 'iMessage' | 'SMS' | 'RCS'

export interface Chat {
  rowid: number
  guid: string
  identifier: string
  /** NULL for a conversation of two. */
  roomName: string | null
  service: Service
}
