/** Every scenario by name: events from outside that a relay has to handle. */
import { arrivalScenarios } from './arrival.ts'
import { changeScenarios } from './changes.ts'
import { chatScenarios } from './chats.ts'
import { clockScenarios } from './clocks.ts'
import { databaseScenarios } from './database.ts'
import { historyScenarios } from './history.ts'
import { newerMacosScenarios } from './newer-macos.ts'
import { permissionScenarios } from './permissions.ts'
import { readerScenarios } from './readers.ts'
import { receiverScenarios } from './receivers.ts'
import { selfChatScenarios } from './self-chat.ts'
import { sendingScenarios } from './sending.ts'
import { silenceScenarios } from './silence.ts'
import type { Scenario } from './stage.ts'

export { type Expectation, play, type Scenario, type StageOptions, type Step } from './stage.ts'

export const scenarios: ReadonlyMap<string, Scenario> = new Map(
  [
    arrivalScenarios,
    changeScenarios,
    selfChatScenarios,
    chatScenarios,
    historyScenarios,
    clockScenarios,
    databaseScenarios,
    permissionScenarios,
    newerMacosScenarios,
    sendingScenarios,
    readerScenarios,
    receiverScenarios,
    silenceScenarios,
  ].flatMap((group) => Object.entries(group)),
)
