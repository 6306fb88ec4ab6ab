/** Stands in for a plugin that has failed: names it and offers remedies. It takes no focus and interrupts nobody. */
import { useQueryClient } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { PluginSlot } from '../../src/contract/plugin-page.ts'
import { client } from '../api/client.ts'
import { useMay } from '../api/session.ts'
import { t } from '../catalogue/texts.ts'
import { Button, IconButton, LinkButton } from '../kit/Button.tsx'
import { complain } from '../kit/complain.ts'
import { copy } from '../kit/copy.ts'
import { Dialog } from '../kit/Dialog.tsx'
import { paths } from '../routes.ts'
import { notify } from '../state/toasts.ts'
import styles from './Contributions.module.css'
import type { Failure } from './failures.ts'
import { startAgain } from './plugin-states.ts'

interface Props {
  plugin: PluginSlot
  failure: Failure
  isPaused: boolean
  /** Shows only an icon that opens the details. */
  isSmall?: boolean
}

export function FailureChip({ plugin: { plugin, title }, failure, isPaused, isSmall }: Props) {
  const [isOpen, setOpen] = useState(false)
  const turnOff = useTurnOff(plugin, title)
  const mayTurnOff = useMay('admin')
  const says = t(isPaused ? 'slots.paused' : 'slots.stopped', { name: title })
  const details = isOpen && (
    <Details
      name={plugin}
      title={title}
      failure={failure}
      isPaused={isPaused}
      onClose={() => setOpen(false)}
      onReload={() => startAgain(plugin, failure.slot)}
    />
  )
  if (isSmall)
    return (
      <>
        <IconButton label={says} onClick={() => setOpen(true)}>
          <TriangleAlert size={15} aria-hidden />
        </IconButton>
        {details}
      </>
    )
  return (
    <div className={styles.chip} role="status">
      <TriangleAlert size={16} aria-hidden />
      <bdi>{says}</bdi>
      <button type="button" onClick={() => setOpen(true)}>
        {t('slots.details')}
      </button>
      <button type="button" onClick={() => startAgain(plugin, failure.slot)}>
        {t('slots.reload')}
      </button>
      {mayTurnOff && (
        <button type="button" onClick={turnOff}>
          {t('slots.turn_off')}
        </button>
      )}
      {details}
    </div>
  )
}

function useTurnOff(plugin: string, title: string): () => void {
  const queries = useQueryClient()
  return () =>
    void client.disable_plugin({ name: plugin }).then(async () => {
      notify(t('slots.turned_off', { name: title }))
      await Promise.all(['plugin_slots', 'list_plugins'].map((name) => queries.invalidateQueries({ queryKey: [name] })))
    }, complain)
}

interface DetailsProps {
  name: string
  title: string
  failure: Failure
  isPaused: boolean
  onClose: () => void
  onReload: () => void
}

function Details({ name, title, failure: { kind, detail }, isPaused, onClose, onReload }: DetailsProps) {
  const actions = (
    <>
      <LinkButton kind="quiet" href={paths.logs({ source: name })}>
        {t('slots.log')}
      </LinkButton>
      <Button onClick={() => copy(`${name}: ${kind}: ${detail}`)}>{t('kit.copy_details')}</Button>
      <Button onClick={onReload}>{t('slots.reload')}</Button>
    </>
  )
  return (
    <Dialog isFixed title={t('slots.stopped', { name: title })} onClose={onClose} actions={actions}>
      <p>{t(`slots.${kind}`)}</p>
      {isPaused && <p>{t('slots.paused_hint')}</p>}
      <p className={styles.detail} dir="auto">
        {detail}
      </p>
    </Dialog>
  )
}
