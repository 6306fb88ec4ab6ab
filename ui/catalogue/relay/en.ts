/** The English texts that the overview of the relay and its deliveries need; the further pages need them, too. */
import { deliveries } from '../en/deliveries.ts'
import { health } from '../en/health.ts'
import { logs } from '../en/logs.ts'
import { people } from '../en/people.ts'
import { reasons } from '../en/reasons.ts'
import { relay } from '../en/relay.ts'
import { status } from '../en/status.ts'

export const relayTexts = {
  ...deliveries,
  ...health,
  ...logs,
  ...people,
  ...reasons,
  ...relay,
  ...status,
} as const
