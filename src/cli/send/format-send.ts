/** Formats the outcome of a send as a line for people. */
import type { Send } from '../../contract/send.ts'

/** `whom` is a name where there is one. */
export function formatSend(send: Send, whom: string): string {
  switch (send.state) {
    case 'queued':
      return `… to ${whom}: waits for its turn${further(send)}`
    case 'handed_over':
      return `… to ${whom}: Messages has it, and has not shown it yet${further(send)}`
    case 'landed':
      return `✓ on its way to ${whom}${by(send)}`
    case 'sent':
      return `✓ sent to ${whom}${by(send)}`
    case 'delivered':
      return `✓ sent to ${whom}${by(send)} · delivered`
    case 'read':
      return `✓ sent to ${whom}${by(send)} · read`
    case 'failed':
      return `✗ not sent to ${whom}: ${send.error?.message ?? 'it failed.'}`
    case 'uncertain':
      return `? to ${whom}: ${send.error?.message ?? 'nothing says whether it went.'}`
  }
}

const further = ({ id }: Send): string => ` (${id})`

function by({ service, sms_fallback: fellBack }: Send): string {
  if (fellBack) return ' by SMS, since iMessage could not reach them'
  return service === null ? '' : ` by ${service}`
}
