/** Declares Web Push: the browsers that are notified while no page is open, and of what. */
import { type Static, Type } from '@sinclair/typebox'
import type { AlertKind } from './alert.ts'
import { changeOf, fields } from './endpoint.ts'
import { Defaulted, Nullable, OneOf, Timestamp } from './fields.ts'

const pushLevels = ['rich', 'sender', 'private'] as const
const pushTroubles = ['refused', 'unreachable', 'busy'] as const

const Handles = (most: number, description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 512 }), { maxItems: most, uniqueItems: true, description })

const choices = {
  level: Defaulted(
    OneOf(
      pushLevels,
      'What a notification shows. `rich`: name and text; `sender`: the name; `private`: only that there is a message.',
    ),
    'rich',
  ),
  people: Defaulted(
    Nullable(Handles(200, '`handle` of each conversation'), 'Only messages of these conversations; null: of all.'),
    null,
  ),
  muted: Defaulted(Handles(500, '`handle` of each conversation without notifications in this browser.'), []),
  alerts: Defaulted(Type.Boolean({ description: 'Whether problems of the relay are notified, too.' }), false),
  held: Defaulted(
    Type.Boolean({
      description: 'Whether messages that programs ask to send are notified; only to a browser that is signed in.',
    }),
    true,
  ),
  language: Defaulted(
    Type.String({ pattern: '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,4}$', description: 'Language of the notifications.' }),
    'en',
  ),
}

/** The choice of a browser: the notifications that it wants, and how much they show. */
export const PushChoices = Type.Object(choices)
export type PushChoices = Static<typeof PushChoices>

export const PushSubscription = Type.Object({
  id: Type.String(),
  browser: Type.String({ description: 'What the browser calls itself.' }),
  service: Type.String({ description: 'Host of the push service, which the browser chose.' }),
  created_at: Timestamp(),
  last_pushed_at: Nullable(Timestamp(), 'When the push service last took a notification.'),
  trouble: Nullable(
    OneOf(pushTroubles),
    'Why the last push failed: the push service refused it, did not answer, or was too busy. Null when it was taken.',
  ),
  ...choices,
  current: Type.Boolean({ description: 'Made by the session or key that asks.' }),
})
export type PushSubscription = Static<typeof PushSubscription>
export type PushTrouble = NonNullable<PushSubscription['trouble']>

export const NewPushSubscription = fields({
  endpoint: Type.String({
    minLength: 1,
    maxLength: 1_024,
    description: 'Address at the push service: https, and a public name.',
  }),
  keys: fields({
    p256dh: Type.String({ pattern: '^[A-Za-z0-9_-]{87}=?$', description: 'Public key of the browser, base64url.' }),
    auth: Type.String({ pattern: '^[A-Za-z0-9_-]{22}(==)?$', description: 'Shared secret, base64url.' }),
  }),
  ...choices,
})
export type NewPushSubscription = Static<typeof NewPushSubscription>

export const PushSubscriptionChange = changeOf(choices, PushSubscription)

export const PushKey = Type.Object({
  public_key: Type.String({ description: '`applicationServerKey` for a browser: base64url, uncompressed.' }),
})

export const PushTest = Type.Object({
  state: OneOf(['sent', 'failed']),
  trouble: Nullable(OneOf(pushTroubles)),
})
export type PushTest = Static<typeof PushTest>

/** The content of a notification, as it is sealed for the browser's service worker. */
export type Pushed =
  | ({ type: 'message' } & PushedMessage)
  | ({ type: 'alert'; language: string } & PushedAlert)
  | ({ type: 'held' } & PushedHeld)
  | { type: 'test'; language: string }

export interface PushedAlert {
  id: string
  /** The English text, which the worker shows for a kind that it does not know. */
  summary: string
  is_over: boolean
  /** The facts from which the worker makes the text in another language; absent in pushes that an earlier version has queued. */
  kind?: AlertKind
  since?: string
  /** The name of the plugin that it concerns, or the host of the webhook. */
  plugin?: string | null
}

/** A message that a program asks to send, which only an open page can release. */
export interface PushedHeld {
  id: string
  level: PushChoices['level']
  language: string
  /** The program that asks, and the recipient. */
  asker?: string
  name?: string
  text?: string
}

export interface PushedMessage {
  guid: string
  rowid: number
  level: PushChoices['level']
  language: string
  /** Title of the conversation. */
  name?: string
  is_group?: boolean
  sender?: string
  text?: string
  /** Unread messages of all conversations that are not muted, for the icon. */
  unread: number
  /** Conversations that were read since they were notified of. */
  withdraw: readonly string[]
}
