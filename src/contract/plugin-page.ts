/** Declares how a plugin appears on the page: in which slots, with which permissions, in which lane. */
import { type Static, Type } from '@sinclair/typebox'
import { OneOf } from './fields.ts'
import { pagePermissions, pluginSlots } from './plugin-slots.ts'

/** `frame`: in a sandbox that reaches nothing but this page. `page`: as a part of the page itself. */
const pageLanes = ['frame', 'page'] as const
export type PageLane = (typeof pageLanes)[number]

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

/** As it appears in the list of plugins. */
export const PluginPage = Type.Object({
  ...pageParts,
  lane: OneOf(pageLanes),
  is_bundled: Type.Boolean({ description: 'It came with the product, and needs no trust.' }),
})
export type PluginPage = Static<typeof PluginPage>

export const PluginSlot = Type.Object({
  plugin: Type.String(),
  slot: OneOf(pluginSlots),
  entry: Type.String({ description: 'Its module, below the folder that the page may load.' }),
  title: Type.String({ description: 'What the plugin calls itself.' }),
  tier: Type.String(),
  lane: OneOf(pageLanes),
  version: Type.String({ description: 'Changes with any of its files.' }),
  permissions: Type.Array(OneOf(pagePermissions)),
  min_height: Type.Number({ description: 'Pixels, before it has drawn itself.' }),
})
export type PluginSlot = Static<typeof PluginSlot>

const pageFailures = ['boot_timeout', 'not_responding', 'crashed', 'too_much', 'too_often', 'bad_tree'] as const
export type PageFailureKind = (typeof pageFailures)[number]

/** `full`: it runs as a part of the page, and can read and send everything that its user can. */
export const PageTrust = Type.Object({ trust: OneOf(['framed', 'full']) }, { additionalProperties: false })

/** The reason why the page no longer shows a plugin. */
export const PageFailure = Type.Object(
  {
    slot: OneOf(pluginSlots),
    kind: OneOf(pageFailures),
    detail: Type.Optional(Type.String({ maxLength: 500 })),
  },
  { additionalProperties: false },
)
