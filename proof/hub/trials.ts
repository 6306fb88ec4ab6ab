/** Lists what a hub is tried with. */
import { bars } from './bars/bars.ts'
import type { HubTrial } from './trial.ts'
import { clocks } from './trials/clocks.ts'
import { disks } from './trials/disks.ts'
import { identities } from './trials/identities.ts'
import { kills } from './trials/kills.ts'
import { losses } from './trials/losses.ts'
import { orders } from './trials/orders.ts'
import { partitions } from './trials/partition.ts'
import { relayKills } from './trials/relay.ts'

export const trials: readonly HubTrial[] = [
  ...kills,
  ...relayKills,
  ...orders,
  ...partitions,
  ...losses,
  ...identities,
  ...disks,
  ...clocks,
  ...bars,
]
