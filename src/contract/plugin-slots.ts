/** The slots of the page and what a plugin may do in them, by name. */

export const pluginSlots = ['sidebar.panel', 'message.toolbar', 'compose.extension', 'settings.page'] as const
export type SlotName = (typeof pluginSlots)[number]

export const pagePermissions = ['message.read', 'message.send'] as const
export type PagePermission = (typeof pagePermissions)[number]
