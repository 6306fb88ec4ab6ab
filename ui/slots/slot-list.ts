/** Lists which plugins use which slots. */
import { useQuery } from '@tanstack/react-query'
import type { PluginSlot } from '../../src/contract/plugin-page.ts'
import { answers } from '../api/answers.ts'
import { asking } from '../api/ask.ts'
import { viewedKey } from '../routes.ts'

/** `?plugins=off` turns plugins off until the page is loaded again. */
const isSafeMode = new URLSearchParams(location.search).get('plugins') === 'off'

const none: readonly PluginSlot[] = []

/** Includes hidden plugins. */
export const useAllSlots = (): readonly PluginSlot[] =>
  useQuery({ ...asking('plugin_slots'), enabled: !isSafeMode && viewedKey === undefined && answers('plugin_slots') })
    .data ?? none
