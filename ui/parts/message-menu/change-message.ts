/** Changes a message and shows the error when that fails. */
import type { Message } from '../../../src/contract/message.ts'
import { complain } from '../../kit/complain.ts'

export const hasOwn = ({ tapback_details }: Message, emoji: string): boolean =>
  tapback_details.some((one) => one.is_from_me && one.emoji === emoji)

/** The result arrives as an event of the stream. */
export const changeMessage = (work: () => Promise<unknown>): Promise<void> => work().then(() => undefined, complain)
