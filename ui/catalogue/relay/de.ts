/** The German texts that the overview of the relay and its deliveries need; the further pages need them, too. */
import { deliveries } from '../de/deliveries.ts'
import { health } from '../de/health.ts'
import { logs } from '../de/logs.ts'
import { people } from '../de/people.ts'
import { reasons } from '../de/reasons.ts'
import { relay } from '../de/relay.ts'
import { status } from '../de/status.ts'
import type { Translation } from '../text.ts'
import type { relayTexts as english } from './en.ts'

export const relayTexts: Translation<typeof english> = {
  ...deliveries,
  ...health,
  ...logs,
  ...people,
  ...reasons,
  ...relay,
  ...status,
}
