/** Names the slots of the page, and the permissions of plugins in them. */

export const pluginSlots = ['sidebar.panel', 'message.toolbar', 'compose.extension', 'settings.page'] as const
export type SlotName = (typeof pluginSlots)[number]

export const pagePermissions = ['message.read', 'message.send'] as const
export type PagePermission = (typeof pagePermissions)[number]
