/** Checks what a plugin's class declares in `UI` about the page, and converts it to the form that is kept. */
import { isObject } from '../base/json-object.ts'
import type { PageManifest } from '../contract/plugin-page.ts'
import type { PagePermission, SlotName } from '../contract/plugin-slots.ts'
import type { PageDeclaration } from '../plugin-api/index.ts'

/**
 * A plugin's own process does not import the contract, so the names are repeated here; the types ensure that none is
 * missing.
 */
const namesOf = <T extends string>(known: Record<T, true>) => Object.keys(known) as T[]
const pluginSlots = namesOf<SlotName>({
  'sidebar.panel': true,
  'message.toolbar': true,
  'compose.extension': true,
  'settings.page': true,
})
const pagePermissions = namesOf<PagePermission>({ 'message.read': true, 'message.send': true })

/** The page may load any file beside the entry, so the entry has a folder of its own. */
const entryForm = /^(?:\.\/)?(?:[\w-][\w.-]*\/)+[\w-][\w.-]*\.m?js$/
const tallest = 800
const isSlot = (value: unknown): value is SlotName => pluginSlots.some((slot) => slot === value)
const isPermission = (value: unknown): value is PagePermission => pagePermissions.some((known) => known === value)
const isHeight = (value: unknown): value is number => Number.isFinite(value) && Number(value) >= 0

export function pageViolation(ui: unknown, tier: unknown): string | undefined {
  if (!isObject(ui)) return 'UI is not an object'
  const { api, entry, slots, permissions = [], minHeight = {} } = ui
  if (api !== 1) return 'UI.api is not 1'
  if (typeof entry !== 'string' || !entryForm.test(entry) || entry.startsWith('node_modules/'))
    return 'UI.entry is no module in a folder of its own, such as ./page/index.js'
  if (!Array.isArray(slots) || !slots.every((slot) => typeof slot === 'string'))
    return 'UI.slots is not a list of slots'
  if (!Array.isArray(permissions) || !permissions.every(isPermission))
    return `UI.permissions knows ${pagePermissions.join(' and ')} alone`
  if (permissions.length > 0 && tier === 'notify') return 'UI.permissions are not for the tier notify'
  if (!isObject(minHeight) || !Object.values(minHeight).every(isHeight)) return 'UI.minHeight is not pixels by slot'
  return undefined
}

/** Expects a declaration without violation. A slot of a later release is left out. */
export const pageManifestOf = ({ entry, slots, permissions = [], minHeight = {} }: PageDeclaration): PageManifest => ({
  entry: entry.replace(/^\.\//, ''),
  slots: pluginSlots.filter((slot) => slots.includes(slot)),
  permissions: pagePermissions.filter((permission) => permissions.includes(permission)),
  min_height: Object.fromEntries(
    Object.entries(minHeight)
      .filter(([slot]) => isSlot(slot))
      .map(([slot, height]) => [slot, Math.min(height, tallest)]),
  ),
})

/** Checks the form in which a manifest crosses from the process that described the plugin. */
export function isPageManifest(value: unknown): value is PageManifest {
  if (!isObject(value)) return false
  const { entry, slots, permissions, min_height: heights } = value
  return (
    typeof entry === 'string' &&
    entryForm.test(entry) &&
    Array.isArray(slots) &&
    slots.every(isSlot) &&
    Array.isArray(permissions) &&
    permissions.every(isPermission) &&
    isObject(heights) &&
    Object.entries(heights).every(([slot, height]) => isSlot(slot) && isHeight(height) && height <= tallest)
  )
}
