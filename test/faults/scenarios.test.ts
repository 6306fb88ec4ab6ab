import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, type ExpectStatic, test } from 'vitest'
import { arrivalScenarios } from '../../simulator/scenarios/arrival.ts'
import { changeScenarios } from '../../simulator/scenarios/changes.ts'
import { chatScenarios } from '../../simulator/scenarios/chats.ts'
import { historyScenarios } from '../../simulator/scenarios/history.ts'
import { newerMacosScenarios } from '../../simulator/scenarios/newer-macos.ts'
import { permissionScenarios } from '../../simulator/scenarios/permissions.ts'
import { readerScenarios } from '../../simulator/scenarios/readers.ts'
import { receiverScenarios } from '../../simulator/scenarios/receivers.ts'
import { play, type Scenario, type Step, scenarios } from '../../simulator/scenarios/scenarios.ts'
import { selfChatScenarios } from '../../simulator/scenarios/self-chat.ts'
import { sendingScenarios } from '../../simulator/scenarios/sending.ts'
import { silenceScenarios } from '../../simulator/scenarios/silence.ts'
import type { MacosVersion } from '../../simulator/schema/macos-version.ts'
import { MessageEvent } from '../../src/contract/events.ts'
import { type RelaySetup, relaySetup } from '../harness/relay-setup.ts'
import { until } from '../harness/until.ts'

/**
 * Scenarios tested elsewhere: faults of sending with sending, those of permissions with the identity, and receivers,
 * silence and the rest in the files beside this one. An orphan waits longer than a test may take, root may enter every
 * folder, and the owner of a flipped row depends on a race.
 */
const isElsewhere = (name: string) =>
  name.startsWith('send-') ||
  [permissionScenarios, receiverScenarios, silenceScenarios].some((group) => Object.hasOwn(group, name)) ||
  ['orphan', 'permission-lost', 'sender-flipped', 'night-of-messages'].includes(name)

/**
 * Shortens the pauses: the bridge reacts within milliseconds, and no test needs the time that people and iCloud take.
 */
const hurried = (ms: number) => wait(ms / 5)

/**
 * Scenarios that leave nothing behind by which another one would go differently: each group of them is played on one
 * Mac, before one bridge. Any other has a Mac of its own.
 */
const groups = [
  { scenarios: changeScenarios },
  { scenarios: arrivalScenarios },
  { scenarios: chatScenarios },
  { scenarios: selfChatScenarios },
  { scenarios: historyScenarios },
  { scenarios: { ...readerScenarios, ...sendingScenarios } },
  { scenarios: newerMacosScenarios, macos: 27 as const },
]
const ownMacs = [
  'guid-rename',
  'one-person-many-chats',
  'unknown-columns',
  'columns-missing',
  'columns-missing-for-a-while',
  'upgrade-to-27',
  'icloud-replay',
  'icloud-replay-of-notes',
]
const needsItsOwn = (name: string) => ownMacs.includes(name)

type Case = [string, Scenario]
const cases: Case[] = [...scenarios].filter(([name]) => !isElsewhere(name))
const isIn = (group: object, name: string) => Object.hasOwn(group, name) && !needsItsOwn(name)

const relayBefore = (macos: MacosVersion = 26) => relaySetup({ mac: { macos, messages: 60, chats: 6 } })

for (const { scenarios: group, macos } of groups)
  describe('one after the other', { concurrent: true }, () => {
    let relay: RelaySetup
    beforeAll(async () => {
      relay = await relayBefore(macos)
    })
    afterAll(() => relay?.[Symbol.asyncDispose]())

    test.for(cases.filter(([name]) => isIn(group, name)))(
      '%s: every row has the expected outcome exactly once',
      { concurrent: false },
      ([name, scenario], { expect }) => hasExpectedOutcomes(relay, { name, scenario, expect }),
    )
  })

test.concurrent.for(cases.filter(([name]) => !groups.some(({ scenarios: group }) => isIn(group, name))))(
  '%s: every row has the expected outcome exactly once',
  async ([name, scenario], { expect }) => {
    await using relay = await relayBefore()
    await hasExpectedOutcomes(relay, { name, scenario, expect })
  },
)

interface Played {
  name: string
  scenario: Scenario
  expect: ExpectStatic
}

async function hasExpectedOutcomes(relay: RelaySetup, { name, scenario, expect }: Played): Promise<void> {
  const soFar: Step[] = []
  const before = Number(relay.mac.row('SELECT max(ROWID) AS rowid FROM message')?.rowid)
  const missing = (steps: readonly Step[]) => unfulfilled(relay, steps, before)
  // A change that comes before the bridge remembers how its message looked is no event.
  const isRemembered = ({ expect, rowid }: Step) =>
    expect === 'nothing' || rowid === undefined || relay.journal.remembers(rowid)
  const seen = () =>
    until(() => missing(soFar).length === 0 && soFar.slice(-1).every(isRemembered), {
      describe: () => `the bridge to see ${JSON.stringify(soFar.at(-1))}`,
    })
  const steps = await play(relay.mac.home, scenario, {
    outageMs: 3_000,
    rows: 600,
    onStep: (step) => soFar.push(step),
    pause: Object.hasOwn(changeScenarios, name) ? seen : hurried,
  })
  await until(() => missing(steps).length === 0, {
    describe: () => JSON.stringify(missing(steps).slice(0, 10)),
  })
  await until(() => relay.receiver.texts().length >= relay.journal.count('relayed'), {
    describe: () =>
      `${relay.receiver.texts().length} of ${relay.journal.count('relayed')}; ${relay.journal.waiting()} wait`,
  })
  expect(relay.receiver.texts()).toHaveLength(relay.journal.count('relayed'))
  const ids = relay.receiver.delivered.map(({ body }) => body.delivery_id)
  expect(new Set(ids).size).toBe(ids.length)
}

const eventTypes = MessageEvent.anyOf.map(({ properties }) => properties.type.const)

/** Returns the steps that do not have the expected outcome yet. Their rows come after the one with this ROWID. */
function unfulfilled({ journal }: RelaySetup, steps: readonly Step[], before: number): unknown[] {
  const relayed = new Set(steps.filter(({ expect }) => expect === 'relay').map(({ guid }) => guid))
  const outcomes = journal.outcomes()
  const happened = journal.events().filter(({ rowid }) => (rowid ?? 0) > before)
  return steps.flatMap((step) => {
    const outcome = outcomes.get(step.guid ?? '')
    const typesMissing = eventTypes.filter(
      (type) => step.did.includes(type) && !happened.some((event) => event.type === type),
    )
    const isFulfilled = {
      relay: outcome === 'relayed',
      history: outcome === 'history',
      event: typesMissing.length === 0,
      nothing: outcome !== 'relayed' || relayed.has(step.guid),
    }[step.expect]
    return isFulfilled ? [] : [{ ...step, outcome, typesMissing }]
  })
}
