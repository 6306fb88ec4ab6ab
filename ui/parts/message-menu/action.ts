/** Doing something with a message, and saying what went wrong. */
import type { Message } from '../../../src/contract/message.ts'
import { complain } from '../../kit/complain.ts'

export const hasOwn = ({ tapback_details }: Message, emoji: string): boolean =>
  tapback_details.some((one) => one.is_from_me && one.emoji === emoji)

/** What becomes of it is told by the event that follows. */
export const change = (work: () => Promise<unknown>): Promise<void> => work().then(() => undefined, complain)
