/** Shows what a plugin adds to the page: where, and what it may read and send there. */
import { ArrowUp } from 'lucide-react'
import type { PluginRecord } from '../../../src/contract/plugin.ts'
import type { PluginPage, PluginSlot } from '../../../src/contract/plugin-page.ts'
import type { SlotName } from '../../../src/contract/plugin-slots.ts'
import { t } from '../../catalogue/texts.ts'
import { IconButton } from '../../kit/Button.tsx'
import { Section } from '../../kit/PageFrame.tsx'
import { Switch } from '../../kit/Switch.tsx'
import { arrange, inOrder, isHidden, useArrangement, withEarlier, withShown } from '../../slots/arrangement.ts'
import { useAllSlots } from '../../slots/slot-list.ts'
import styles from './Plugins.module.css'

export function OnPage({ plugin, page }: { plugin: PluginRecord; page: PluginPage }) {
  const all = useAllSlots()
  return (
    <Section title={t('plugins.on_page')} hint={t('plugins.on_page_hint')}>
      <ul className={styles.list}>
        {page.slots.map((slot) => (
          <PlaceRow key={slot} name={plugin.name} slot={slot} all={all} />
        ))}
      </ul>
      <ul className={styles.bullets}>
        {page.permissions.length === 0 && <li>{t('plugins.may_nothing')}</li>}
        {page.permissions.map((permission) => (
          <li key={permission}>{t(`plugins.may_${permission}`)}</li>
        ))}
        <li>{t('plugins.framed')}</li>
      </ul>
    </Section>
  )
}

/** The order matters only where other plugins use the same slot. */
function PlaceRow({ name, slot, all }: { name: string; slot: SlotName; all: readonly PluginSlot[] }) {
  const arrangement = useArrangement()
  const where = { slot, plugin: name }
  const names = inOrder(
    all.filter((each) => each.slot === slot),
    arrangement,
  ).map(({ plugin }) => plugin)
  const place = t(`plugins.place_${slot}`)
  return (
    <li className={styles.place}>
      <Switch
        checked={!isHidden(arrangement, where)}
        label={t('plugins.shown', { place })}
        onChange={(isShown) => arrange((now) => withShown(now, where, isShown))}
      />
      <span>{place}</span>
      {slot !== 'settings.page' && names.indexOf(name) > 0 && (
        <IconButton label={t('plugins.earlier')} onClick={() => arrange((now) => withEarlier(now, where, names))}>
          <ArrowUp size={16} aria-hidden />
        </IconButton>
      )}
    </li>
  )
}
