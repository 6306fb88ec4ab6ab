/** Refuses a send that the grant of a key does not allow, and names the limit that forbids it. */
import { ServiceError } from '../service-error.ts'

const sentences = {
  mode: 'This key may not send.',
  hours: 'This key may not send at that time of the day.',
  to: 'This key may not write to that recipient.',
  own: 'This key may edit and unsend only messages that it sent itself.',
  may_send_as: 'This key may not send as that line.',
} as const

/** Returns the error `send_not_granted`; `what` says it for cases in which the limit alone does not. */
export const notGranted = (limit: keyof typeof sentences, what: string = sentences[limit]): ServiceError =>
  new ServiceError('send_not_granted', what, { limit })
