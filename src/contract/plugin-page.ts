/** Declares how a plugin appears on the page: in which slots, and with which permissions. */
import { type Static, Type } from '@sinclair/typebox'
import { OneOf } from './fields.ts'
import { pagePermissions, pluginSlots } from './plugin-slots.ts'

const Height = Type.Optional(Type.Number({ minimum: 0, maximum: 800 }))

const pageParts = {
  slots: Type.Array(OneOf(pluginSlots)),
  permissions: Type.Array(OneOf(pagePermissions), {
    description:
      '`message.read`: the messages it is shown beside. `message.send`: into the conversation it is shown in.',
  }),
}

/** The validated form of what a plugin's class declares in `UI`. */
export const PageManifest = Type.Object({
  ...pageParts,
  entry: Type.String({ minLength: 1, description: 'Its module, below the folder of the plugin.' }),
  min_height: Type.Object({
    'sidebar.panel': Height,
    'message.toolbar': Height,
    'compose.extension': Height,
    'settings.page': Height,
  }),
})
export type PageManifest = Static<typeof PageManifest>

/** A plugin's part of the page, as it appears in the list of plugins. */
export const PluginPage = Type.Object(pageParts)
export type PluginPage = Static<typeof PluginPage>

export const PluginSlot = Type.Object({
  plugin: Type.String(),
  slot: OneOf(pluginSlots),
  entry: Type.String({ description: 'Its module, below the folder that the page may load.' }),
  title: Type.String({ description: 'What the plugin calls itself.' }),
  tier: Type.String(),
  version: Type.String({ description: 'Changes with any of its files.' }),
  permissions: Type.Array(OneOf(pagePermissions)),
  min_height: Type.Number({ description: 'Pixels, before it has drawn itself.' }),
})
export type PluginSlot = Static<typeof PluginSlot>

const pageFailures = ['boot_timeout', 'not_responding', 'crashed', 'too_much', 'too_often', 'bad_message'] as const
export type PageFailureKind = (typeof pageFailures)[number]

/** The reason why the page no longer shows a plugin. */
export const PageFailure = Type.Object(
  {
    slot: OneOf(pluginSlots),
    kind: OneOf(pageFailures),
    detail: Type.Optional(Type.String({ maxLength: 500 })),
  },
  { additionalProperties: false },
)
