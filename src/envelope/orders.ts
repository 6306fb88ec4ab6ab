/**
 * Declares how a Mac and the hub exchange orders. An entry of the stream only names an order. The Mac asks the hub for
 * its content, executes it by its own API under the id of the order, and reports the outcome.
 */
import { type Static, Type } from '@sinclair/typebox'
import { Nullable, OneOf } from '../contract/fields.ts'
import { type Send, sendServices, sendStates } from '../contract/send.ts'
import { Count, Session, Short } from './fields.ts'

const Id = Type.String({ minLength: 1, maxLength: 100 })

/** A send as the ledger of the Mac shows it; only the fields that the hub relies on are checked. */
export const CarriedSend = Type.Unsafe<Send>(
  Type.Object({
    id: Id,
    state: OneOf(sendStates),
    chat_guid: Nullable(Type.String({ maxLength: 512 })),
    service: Nullable(Type.String({ maxLength: 100 })),
    sms_fallback: Type.Boolean(),
    rowid: Nullable(Count),
    guid: Nullable(Type.String({ maxLength: 512 })),
    error: Nullable(Type.Object({ code: Type.String({ maxLength: 64 }), message: Type.String({ maxLength: 2_000 }) })),
  }),
)

/** An entry of the stream of orders. */
export const Command = Type.Object({ v: Type.Literal(1), order: Id })
export type Command = Static<typeof Command>

export const OrderAsked = Type.Object({ ...Session, order: Id })
export type OrderAsked = Static<typeof OrderAsked>

const Words = Type.String({ maxLength: 100_000 })
const service = Type.Optional(OneOf(sendServices))
const isConfirmed = Type.Boolean()

/** A file under the name that its sender gave it. The hub has its bytes. */
const OrderedFile = Type.Object({ name: Type.String({ maxLength: 1_000 }), bytes: Count })
export type OrderedFile = Static<typeof OrderedFile>

/** The send in the terms of the Mac. */
export const OrderedSend = Type.Union([
  Type.Object({ is: Type.Literal('send'), handle: Words, text: Words, service, isConfirmed }),
  Type.Object({ is: Type.Literal('send_to_chat'), guid: Words, text: Words, isConfirmed }),
  Type.Object({
    is: Type.Literal('send_file'),
    handle: Words,
    text: Type.Optional(Words),
    service,
    file: OrderedFile,
    isConfirmed,
  }),
])
export type OrderedSend = Static<typeof OrderedSend>

/**
 * `send`: send it now; `look`: report only what the ledger knows of it, since its time is over or it was reported
 * before; `over`: do nothing; `not_yours`: another uplink holds the session of the Mac and gets the order.
 */
export const OrderAnswer = Type.Union([
  Type.Object({ is: Type.Literal('send'), ledger: Short, send: OrderedSend }),
  Type.Object({ is: Type.Literal('look'), ledger: Short }),
  Type.Object({ is: Type.Literal('over') }),
  Type.Object({ is: Type.Literal('not_yours') }),
])
export type OrderAnswer = Static<typeof OrderAnswer>

const About = { ...Session, order: Id }

/**
 * `known`: the ledger has it in this state; `absent`: the ledger does not have it and never will; `refused`: the Mac
 * did not accept it; `another_ledger`: it was meant for another ledger than this one.
 */
export const Outcome = Type.Union([
  Type.Object({ ...About, is: Type.Literal('known'), send: CarriedSend }),
  Type.Object({ ...About, is: Type.Literal('absent') }),
  Type.Object({ ...About, is: Type.Literal('refused'), code: Short, message: Type.String({ maxLength: 2_000 }) }),
  Type.Object({ ...About, is: Type.Literal('another_ledger') }),
])
export type Outcome = Static<typeof Outcome>

/** The outcome of an order without the session that reports it. */
export type OutcomeOf = DistributiveOmit<Outcome, 'session' | 'run' | 'order'>
type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never

/** False if the session of the Mac is held by another uplink: the order is still to be executed or reported. */
export const Noted = Type.Object({ noted: Type.Boolean() })
export type Noted = Static<typeof Noted>

export const FilePartAsked = Type.Object({ ...Session, order: Id, part: Count })
export type FilePartAsked = Static<typeof FilePartAsked>
