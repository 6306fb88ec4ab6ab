/**
 * Kills processes that send, lets another one recover, and compares what was requested, what the ledger knows and what
 * was sent.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { Random } from '../../simulator/random.ts'
import { temporaryMac } from '../../simulator/temporary-mac.ts'
import type { Send } from '../../src/contract/send.ts'
import { hasCode } from '../../src/domain/service-error.ts'
import type { OutgoingRow } from '../../src/sending/messages/outgoing.ts'
import type { SendOrder } from '../../src/sending/sending.ts'
import { until } from '../harness/until.ts'
import { sentRows } from './rows.ts'
import { type SenderProcess, startSender } from './sender-process.ts'
import { type SendingHere, sendingAt, textTo } from './setup.ts'

/** Shorter than in production: how long recovery waits for a script whose sender has died, and then for its row. */
const recovery = { timings: { scriptDeadline: 6_000, rowWithin: 2_500 }, settings: { confirm_timeout_s: 1 } }
const textsOfEach = 3
const people = ['+12025550111', '+12025550112', '+12025550113']

const keyed = (order: SendOrder, key: string): SendOrder => ({ ...order, idempotencyKey: key })
/** The last of each batch is scheduled, so that some are due around a kill. */
const textOrder = (text: string, i: number) => {
  const later = i === textsOfEach - 1 ? { sendAtMs: Date.now() + 300 } : {}
  return keyed(textTo(people[i % people.length] ?? '', text, later), text)
}

/** The orders that a sender has reported as accepted, by idempotency key. */
type Accepted = Map<string, { id: string; order: SendOrder }>

export interface Balance {
  /** The number of sends by their state after everything has settled. */
  states: Record<string, number>
  /** Texts that chat.db contains more than once. */
  twice: string[]
  /** Rows with files that belong to no send. */
  strayFiles: number
  /** Sends without a final state. */
  unknown: Send[]
  /** Sends whose state contradicts chat.db. */
  wrong: string[]
  /** Keys that returned another send when they were used again. */
  otherSend: string[]
}

export const balanced = { twice: [], strayFiles: 0, unknown: [], wrong: [], otherSend: [] } satisfies Partial<Balance>

const openStates: readonly string[] = ['scheduled', 'queued', 'handed_over']

/** Opens sending once more and waits until every send has a final state. */
async function recovered(home: string, accepted: Accepted): Promise<Balance> {
  const here = sendingAt(home, recovery)
  try {
    await until(() => here.ledger.list({ limit: 100_000 }).every(({ state }) => !openStates.includes(state)), {
      describe: () => `every send to settle: ${JSON.stringify(here.ledger.list({ limit: 5, state: 'handed_over' }))}`,
    })
    return await balanceOf(here, home, accepted)
  } finally {
    await here.close()
  }
}

async function balanceOf({ ledger, sending }: SendingHere, home: string, accepted: Accepted): Promise<Balance> {
  const sends = ledger.list({ limit: 100_000 })
  const again = await Promise.all(
    [...accepted].map(async ([key, { id, order }]) => ((await sending.send(order)).id === id ? [] : [key])),
  )
  const rows = sentRows(home)
  const texts = rows.flatMap(({ text }) => text ?? [])
  const byGuid = new Map<string, OutgoingRow>(rows.map((row) => [row.guid, row]))
  const guids = new Set(sends.map(({ guid }) => guid))
  const isWrong = (key: string, { state, guid }: Send): boolean => {
    const row = byGuid.get(guid ?? '')
    if (guid === null) return texts.includes(key) || state !== 'uncertain'
    return row === undefined || (!row.hasAttachments && row.text !== key)
  }
  return {
    states: Object.fromEntries(
      [...Map.groupBy(sends, ({ state }) => state)].map(([state, found]) => [state, found.length]),
    ),
    twice: texts.filter((text, i) => texts.indexOf(text) < i),
    strayFiles: rows.filter(({ guid, hasAttachments }) => hasAttachments && !guids.has(guid)).length,
    unknown: sends.filter(({ state }) => openStates.includes(state)),
    wrong: [...accepted].flatMap(([key, { id }]) => {
      const send = ledger.findSend(id)
      return send && !isWrong(key, send) ? [] : [`${key} is ${send?.state}`]
    }),
    otherSend: again.flat(),
  }
}

/** The outcome of sends that asked, while the process died in which the owner decided about them. */
export interface OutboxDeath {
  diedBefore: string
  asked: number
  /** Texts that went more than once. */
  twice: string[]
  /** Texts that went although nobody released them. */
  unreleased: string[]
  /** Released ones that were not sent without being reported as such. */
  lost: string[]
}

type Decision = 'released' | 'refused' | undefined
const decisionsInTurn: readonly Decision[] = ['released', 'refused', undefined]

/**
 * Lets a process die before this step while the owner decides about so many sends, of which a third each is released,
 * refused and left; then the owner decides again in another one. Returns undefined when it finished before that step.
 */
export async function killedWhileDeciding(step: number, count: number): Promise<OutboxDeath | undefined> {
  using mac = temporaryMac()
  const asks = { label: 'assistant', reason: null }
  const orders = Array.from({ length: count }, (_, i) =>
    keyed(textTo(people[0] ?? '', `asked ${i}`, { asks }), `asked ${i}`),
  )
  const decisions = orders.flatMap(({ text: key = '' }, i) => {
    const is = decisionsInTurn[i % decisionsInTurn.length]
    return is === undefined ? [] : [{ key, is }]
  })
  const sender = startSender(mac.home, { orders, decisions, dieAtStep: step })
  await sender.ended
  const diedBefore = sender.said().find((line) => line.diesBefore !== undefined)?.diesBefore
  if (diedBefore === undefined) return undefined
  return { diedBefore, asked: count, ...(await decidedAgain(mac.home, { orders, decisions })) }
}

interface Decided {
  orders: readonly SendOrder[]
  decisions: readonly { key: string; is: 'released' | 'refused' }[]
}

async function decidedAgain(home: string, { orders, decisions }: Decided) {
  const here = sendingAt(home, recovery)
  const { ledger, sending } = here
  try {
    // Sends that the killed process had not accepted are requested now, under the same keys.
    const ids = new Map<string, string>()
    for (const order of orders) ids.set(order.text ?? '', (await sending.send(order)).id)
    const press = () => {
      for (const { key, is } of decisions) pressAgain(sending, { id: ids.get(key) ?? '', is })
    }
    press()
    press()
    await until(() => ledger.list({ limit: 100_000 }).every(({ state }) => !openStates.includes(state)))
    const went = sentRows(home).flatMap(({ text }) => text ?? [])
    const released = new Set(decisions.flatMap(({ key, is }) => (is === 'released' ? [key] : [])))
    const stateOf = (key: string) => ledger.findSend(ids.get(key) ?? '')?.state
    return {
      twice: went.filter((text, i) => went.indexOf(text) < i),
      unreleased: went.filter((text) => !released.has(text)),
      lost: [...released].filter((key) => !went.includes(key) && stateOf(key) !== 'uncertain'),
    }
  } finally {
    await here.close()
  }
}

/** Repeats a decision that was made before the death, which must have no second effect. */
function pressAgain(sending: SendingHere['sending'], { id, is }: { id: string; is: 'released' | 'refused' }): void {
  const version = sending.findHeld(id)?.version ?? 'of what no longer waits'
  try {
    if (is === 'refused') sending.refuseHeld(id)
    else sending.releaseHeld(id, { version })
  } catch (error) {
    if (!hasCode(error, 'not_held')) throw error
  }
}

type Death = Balance & { diedBefore: string }

const atATime = 3

/** Kills a sender before its n-th step, for every n that it reaches. */
export async function killedAtEachStep(orderOn: (home: string) => SendOrder): Promise<Death[]> {
  const deaths: Death[] = []
  for (let step = 1; ; step += atATime) {
    const next = await Promise.all(Array.from({ length: atATime }, (_, i) => killedAt(step + i, orderOn)))
    deaths.push(...next.filter((death) => death !== undefined))
    if (next.includes(undefined)) return deaths
  }
}

/** Kills a sender before each of its first steps. */
export async function killedAtFirstSteps(count: number, orderOn: (home: string) => SendOrder): Promise<Death[]> {
  const deaths = await Promise.all(Array.from({ length: count }, (_, i) => killedAt(i + 1, orderOn)))
  return deaths.filter((death) => death !== undefined)
}

/** Returns undefined when the sender finished before that step. */
async function killedAt(step: number, orderOn: (home: string) => SendOrder): Promise<Death | undefined> {
  using mac = temporaryMac()
  const accepted: Accepted = new Map()
  const orders = [orderOn(mac.home)]
  const sender = startSender(mac.home, { orders, dieAtStep: step })
  await sender.ended
  note(sender, orders, accepted)
  const balance = await recovered(mac.home, accepted)
  const diedBefore = sender.said().find((line) => line.diesBefore !== undefined)?.diesBefore
  return diedBefore === undefined ? undefined : { ...balance, diedBefore }
}

/** Lets two processes send without a pause, and kills one of them at a random moment, again and again. */
export async function killedAtRandom(
  home: string,
  { kills, random }: { kills: number; random: Random },
): Promise<Balance> {
  const accepted: Accepted = new Map()
  const batch = (name: string) => Array.from({ length: textsOfEach }, (_, i) => textOrder(`${name} ${i}`, i))
  const begin = (name: string) => {
    const orders = batch(name)
    return { orders, sender: startSender(home, { orders }) }
  }
  let other = begin('first')
  for (let kill = 0; kill < kills; kill++) {
    const one = begin(`kill ${kill}`)
    await one.sender.ready()
    await wait(random() * 500)
    const [victim, survivor] = random() < 0.5 ? [one, other] : [other, one]
    await victim.sender.kill()
    note(victim.sender, victim.orders, accepted)
    other = survivor
  }
  await other.sender.ended
  note(other.sender, other.orders, accepted)
  return recovered(home, accepted)
}

function note(sender: SenderProcess, orders: readonly SendOrder[], accepted: Accepted): void {
  for (const { key, id } of sender.said()) {
    const order = orders.find(({ idempotencyKey }) => idempotencyKey === key)
    if (key !== undefined && id !== undefined && order) accepted.set(key, { id, order })
  }
}
