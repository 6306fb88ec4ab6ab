/** Notification settings of this browser: on screen, by sound, and how much they show. */
import { useState } from 'react'
import { t } from '../../../catalogue/texts.ts'
import { Button } from '../../../kit/Button.tsx'
import { Field, inputClass } from '../../../kit/Field.tsx'
import { Card, Section } from '../../../kit/PageFrame.tsx'
import { SwitchRow } from '../../../kit/SwitchRow.tsx'
import { choose, type Level, levels, useChoices } from '../../../notifications/choices.ts'
import { isAllowed, isPossible } from '../../../notifications/permission.ts'
import { show } from '../../../notifications/show.ts'
import { playTone } from '../../../notifications/tone.ts'
import styles from './NotificationsSection.module.css'

export default function NotificationsSection() {
  const { hasSound } = useChoices()
  const changeSound = (wanted: boolean) => {
    choose({ hasSound: wanted })
    if (wanted) playTone()
  }
  return (
    <Section title={t('notifications.title')} hint={t('notifications.on_hint')}>
      {isPossible() ? <OnScreen /> : <p>{t('notifications.impossible', { origin: location.origin })}</p>}
      <Card>
        <SwitchRow
          label={t('notifications.sound')}
          hint={t('notifications.sound_hint')}
          checked={hasSound}
          onChange={changeSound}
        />
      </Card>
      <p className={styles.hint}>{t('notifications.mute_hint')}</p>
    </Section>
  )
}

function OnScreen() {
  const { isOn, level } = useChoices()
  const [isRefused, setRefused] = useState(Notification.permission === 'denied')
  const change = async (wanted: boolean) => {
    if (wanted && (await Notification.requestPermission()) !== 'granted') return setRefused(true)
    setRefused(false)
    choose({ isOn: wanted })
  }
  return (
    <>
      <Card>
        <SwitchRow
          label={t('notifications.on')}
          checked={isOn && isAllowed()}
          onChange={(wanted) => void change(wanted)}
        />
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
        <Button onClick={() => void test()} disabled={!isOn || !isAllowed()}>
          {t('notifications.test')}
        </Button>
      </div>
    </>
  )
}

const test = () =>
  show(
    { title: t('shell.product'), body: t('shell.new_message'), tag: 'test', path: '/', isSilent: false },
    () => undefined,
  )
