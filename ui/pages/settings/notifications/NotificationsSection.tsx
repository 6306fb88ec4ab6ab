/** Settings of this browser: whether it tells of new messages, and what it shows of them. */
import { useId, useState } from 'react'
import { t } from '../../../catalogue/texts.ts'
import { Button } from '../../../kit/Button.tsx'
import { Field, inputClass } from '../../../kit/Field.tsx'
import { Card, Section } from '../../../kit/PageFrame.tsx'
import { Switch } from '../../../kit/Switch.tsx'
import { choose, type Level, levels, useChoices } from '../../../notifications/choices.ts'
import { isAllowed, isPossible, show } from '../../../notifications/notifier.ts'
import styles from './NotificationsSection.module.css'

export default function NotificationsSection() {
  const { isOn, level } = useChoices()
  const [isRefused, setRefused] = useState(isPossible() && Notification.permission === 'denied')
  const id = useId()
  const change = async (wanted: boolean) => {
    if (wanted && (await Notification.requestPermission()) !== 'granted') return setRefused(true)
    setRefused(false)
    choose({ isOn: wanted })
  }
  const test = () =>
    show({ title: t('shell.product'), body: t('notifications.new_message'), tag: 'test', onClick: () => undefined })
  if (!isPossible())
    return (
      <Section title={t('notifications.title')}>
        <p>{t('notifications.impossible', { origin: location.origin })}</p>
      </Section>
    )
  return (
    <Section title={t('notifications.title')} hint={t('notifications.on_hint')}>
      <Card>
        <div className={styles.row}>
          <label htmlFor={id}>{t('notifications.on')}</label>
          <Switch id={id} checked={isOn && isAllowed()} onChange={(wanted) => void change(wanted)} />
        </div>
        <Field label={t('notifications.level')}>
          {(described) => (
            <select
              {...described}
              className={inputClass}
              value={level}
              onChange={({ target }) => choose({ level: target.value as Level })}
            >
              {levels.map((one) => (
                <option key={one} value={one}>
                  {t(`notifications.${one}`)}
                </option>
              ))}
            </select>
          )}
        </Field>
      </Card>
      {isRefused && <p role="alert">{t('notifications.refused')}</p>}
      <div>
        <Button onClick={test} disabled={!isOn || !isAllowed()}>
          {t('notifications.test')}
        </Button>
      </div>
    </Section>
  )
}
