/**
 * Renders what each plugin shows in a slot, separately: one that fails leaves the others, and its own other slots, as
 * they are.
 */
import { useEffect } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import type { PluginSlot } from '../../src/contract/plugin-page.ts'
import { t } from '../catalogue/texts.ts'
import styles from './Contributions.module.css'
import { FailureChip } from './FailureChip.tsx'
import type { Failure } from './failures.ts'
import { composer } from './page-calls.ts'
import { pluginFailed, useSlotFailures } from './plugin-states.ts'
import { type FilledSlot, SlotFrame } from './SlotFrame.tsx'

interface Props {
  filled: FilledSlot
  plugins: readonly PluginSlot[]
}

export default function Contributions({ filled, plugins }: Props) {
  const insert = filled.slot === 'compose.extension' ? filled.props.insert : undefined
  useEffect(() => {
    if (insert === undefined) return
    composer.insert = insert
    return () => {
      if (composer.insert === insert) composer.insert = undefined
    }
  }, [insert])
  return (
    <div className={styles.contributions} data-slot={filled.slot}>
      {plugins.map((plugin) => (
        <Contribution key={`${plugin.plugin} ${plugin.version}`} filled={filled} plugin={plugin} />
      ))}
    </div>
  )
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
