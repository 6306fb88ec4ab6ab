/** Collects all attacks on the isolation by name. */
import type { Attack } from './attack.ts'
import { databases } from './databases.ts'
import { knowing } from './knowing.ts'
import { network } from './network.ts'
import { reading } from './reading.ts'
import { running } from './running.ts'
import { signals } from './signals.ts'
import { writing } from './writing.ts'

export const attacks: Readonly<Record<string, Attack>> = {
  ...reading,
  ...databases,
  ...writing,
  ...running,
  ...signals,
  ...network,
  ...knowing,
}
