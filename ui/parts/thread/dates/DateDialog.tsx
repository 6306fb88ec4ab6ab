/** Asks for a day and goes to its messages. */
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { asking } from '../../../api/ask.ts'
import { t } from '../../../catalogue/texts.ts'
import { Button } from '../../../kit/Button.tsx'
import { Dialog } from '../../../kit/Dialog.tsx'
import { Field, inputClass } from '../../../kit/Field.tsx'
import { theBeginning } from './beginning.ts'
import styles from './DateDialog.module.css'
import { dayIn, writtenDay } from './months.ts'

interface Props {
  guid: string
  now: Date
  onGo(day: Date): void
  onNewest(): void
  onClose(): void
}

export default function DateDialog({ guid, now, onGo, onNewest, onClose }: Props) {
  const { data } = useQuery(asking('list_messages', { guid, limit: 1, from_ts: theBeginning }))
  const first = data?.[0] && new Date(data[0].ts)
  const [written, write] = useState('')
  const day = dayIn(written)
  const leave = (go: () => void) => () => {
    onClose()
    go()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (day !== undefined) leave(() => onGo(day))()
  }
  return (
    <Dialog title={t('thread.to_date')} onClose={onClose}>
      <form className={styles.form} onSubmit={submit}>
        <Field label={t('thread.day')}>
          {(described) => (
            <input
              {...described}
              type="date"
              className={inputClass}
              autoFocus
              min={first && writtenDay(first)}
              max={writtenDay(now)}
              value={written}
              onChange={({ target }) => write(target.value)}
            />
          )}
        </Field>
        <Button kind="primary" type="submit" disabled={day === undefined}>
          {t('thread.go')}
        </Button>
      </form>
      <div className={styles.ends}>
        {first !== undefined && <Button onClick={leave(() => onGo(first))}>{t('thread.first_message')}</Button>}
        <Button onClick={leave(onNewest)}>{t('thread.newest')}</Button>
      </div>
    </Dialog>
  )
}
