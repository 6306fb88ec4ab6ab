/** All journeys, in the order of the page. */
import type { Journey } from './journey.ts'
import { allowPerson } from './list/allow-person.ts'
import { changeMessage } from './list/change-message.ts'
import { connectAgent } from './list/connect-agent.ts'
import { findOutWhy } from './list/find-out-why.ts'
import { giveKey } from './list/give-key.ts'
import { installPlugin } from './list/install-plugin.ts'
import { lookOnPhone } from './list/look-on-phone.ts'
import { makeRule } from './list/make-rule.ts'
import { moveToNewMac } from './list/move-to-new-mac.ts'
import { repairDestination } from './list/repair-destination.ts'
import { sendPhoto } from './list/send-photo.ts'
import { setUp } from './list/set-up.ts'

export const journeys: readonly Journey[] = [
  setUp,
  findOutWhy,
  repairDestination,
  allowPerson,
  sendPhoto,
  changeMessage,
  makeRule,
  giveKey,
  connectAgent,
  moveToNewMac,
  installPlugin,
  lookOnPhone,
]
