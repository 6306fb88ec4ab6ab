/**
 * Renders what each plugin shows in a slot, separately: one that fails leaves the others, and its own other slots, as
 * they are.
 */
import { useEffect } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import type { PluginSlot } from '../../src/contract/plugin-page.ts'
import type { SlotName } from '../../src/contract/plugin-slots.ts'
import { t } from '../catalogue/texts.ts'
import { arranged, useArrangement } from './arrangement.ts'
import styles from './Contributions.module.css'
import { FailureChip } from './FailureChip.tsx'
import type { Failure } from './failures.ts'
import { composer } from './page-calls.ts'
import { pluginFailed, useSlotFailures } from './plugin-states.ts'
import { type FilledSlot, SlotFrame } from './SlotFrame.tsx'
import { useAllSlots } from './slot-list.ts'

interface Props {
  filled: FilledSlot
  /** The only plugin that may show something; all do when it is undefined. */
  plugin: string | undefined
}

export default function Contributions({ filled, plugin }: Props) {
  const plugins = usePlugins(filled.slot, plugin)
  const insert = filled.slot === 'compose.extension' ? filled.props.insert : undefined
  useEffect(() => {
    if (insert === undefined) return
    composer.insert = insert
    return () => {
      if (composer.insert === insert) composer.insert = undefined
    }
  }, [insert])
  if (plugins.length === 0) return null
  return (
    <div className={styles.contributions} data-slot={filled.slot}>
      {plugins.map((each) => (
        <Contribution key={`${each.plugin} ${each.version}`} filled={filled} plugin={each} />
      ))}
    </div>
  )
}

/** The plugins of the slot in their order, without those that are hidden there. */
function usePlugins(slot: SlotName, plugin: string | undefined): readonly PluginSlot[] {
  const all = useAllSlots()
  const arrangement = useArrangement()
  const here = all.filter((each) => each.slot === slot && (plugin === undefined || each.plugin === plugin))
  return arranged(here, arrangement)
}

/** The page names the plugin wherever there is room for it. */
function Contribution({ filled, plugin }: { filled: FilledSlot; plugin: PluginSlot }) {
  const { slot } = filled
  const { failure, isPaused = false } = useSlotFailures(plugin.plugin, slot) ?? {}
  const content = failure ? (
    <FailureChip plugin={plugin} failure={failure} isPaused={isPaused} isSmall={slot === 'message.toolbar'} />
  ) : (
    <ErrorBoundary fallback={null} onError={(error) => pluginFailed(plugin.plugin, crashed(slot, error))}>
      <SlotFrame filled={filled} plugin={plugin} />
    </ErrorBoundary>
  )
  if (slot !== 'sidebar.panel' && slot !== 'settings.page') return content
  const caption = t('slots.plugin', { name: plugin.title })
  return (
    <section className={styles.panel} aria-label={caption}>
      <p className={styles.caption}>
        <bdi>{caption}</bdi>
      </p>
      {content}
    </section>
  )
}

const crashed = (slot: FilledSlot['slot'], error: unknown): Failure => ({
  kind: 'crashed',
  slot,
  detail: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
})
