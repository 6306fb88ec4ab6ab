/** Lists the function of each check of the self-test. */
import type { SelftestCheckId } from '../contract/selftest.ts'
import { type OwnMessageCheckId, ownMessageChecks } from '../contract/selftest-own-messages.ts'
import { type Check, leftOut } from './check.ts'
import { checkBalloons } from './checks/balloons.ts'
import { checkBodies } from './checks/bodies.ts'
import { checkPictures, checkSound } from './checks/conversions.ts'
import { checkChatDbSchema, checkContactsSchema } from './checks/database-schemas.ts'
import { checkChatDbEvents, checkFileEvents } from './checks/file-events.ts'
import { checkIdentity } from './checks/identity.ts'
import { checkIsolation } from './checks/isolation.ts'
import { checkLaunchdAccess, checkLaunchdRoundTrip } from './checks/launchd.ts'
import { checkMessageValues } from './checks/message-values.ts'
import { checkAccessibility, checkAutomation, checkContacts, checkFullDiskAccess } from './checks/permissions.ts'
import { checkScriptCompile, checkScriptDryRun, checkScriptLog } from './checks/scripts.ts'
import { checkSystem } from './checks/system.ts'
import type { OwnMessages } from './own-messages/own-messages.ts'

/** Sends nothing without `own`. */
export const selftest = (own?: OwnMessages): Readonly<Record<SelftestCheckId, Check>> => ({
  system: checkSystem,
  full_disk_access: checkFullDiskAccess,
  contacts: checkContacts,
  automation: checkAutomation,
  accessibility: checkAccessibility,
  chat_db_schema: checkChatDbSchema,
  contacts_schema: checkContactsSchema,
  message_values: checkMessageValues,
  balloons: checkBalloons,
  bodies: checkBodies,
  file_events: checkFileEvents,
  chat_db_events: checkChatDbEvents,
  pictures: checkPictures,
  sound: checkSound,
  script_compile: checkScriptCompile,
  script_dry_run: checkScriptDryRun,
  script_log: checkScriptLog,
  launchd_round_trip: checkLaunchdRoundTrip,
  launchd_access: checkLaunchdAccess,
  identity: checkIdentity,
  isolation: checkIsolation,
  ...(own?.checks() ?? notAsked()),
})

function notAsked(): Readonly<Record<OwnMessageCheckId, Check>> {
  const ids = Object.keys(ownMessageChecks).map((id) => [id, () => leftOut('not_asked')])
  return Object.fromEntries(ids) as Record<OwnMessageCheckId, Check>
}
