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
import { FramedPlace } from './framed/FramedPlace.tsx'
import { composer } from './page-calls.ts'
import type { Place } from './place.ts'
import { pluginFailed, useFailure } from './plugin-states.ts'

interface Props {
  place: Place
  plugins: readonly PluginSlot[]
}

export default function Contributions({ place, plugins }: Props) {
  const insert = place.slot === 'compose.extension' ? place.props.insert : undefined
  useEffect(() => {
    if (insert === undefined) return
    composer.insert = insert
    return () => {
      if (composer.insert === insert) composer.insert = undefined
    }
  }, [insert])
  return (
    <div className={styles.contributions} data-slot={place.slot}>
      {plugins.map((plugin) => (
        <Contribution key={`${plugin.plugin} ${plugin.version} ${plugin.lane}`} place={place} plugin={plugin} />
      ))}
    </div>
  )
}

/** The page names the plugin wherever there is room for it. */
function Contribution({ place, plugin }: { place: Place; plugin: PluginSlot }) {
  const failure = useFailure(plugin.plugin, place.slot)
  const content = failure ? (
    <FailureChip plugin={plugin} failure={failure} isSmall={place.slot === 'message.toolbar'} />
  ) : (
    <ErrorBoundary fallback={null} onError={(error) => pluginFailed(plugin.plugin, crashed(place.slot, error))}>
      <FramedPlace place={place} plugin={plugin} />
    </ErrorBoundary>
  )
  if (place.slot !== 'sidebar.panel' && place.slot !== 'settings.page') return content
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

const crashed = (slot: Place['slot'], error: unknown): Failure => ({
  ...{ kind: 'crashed', slot },
  detail: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
})
