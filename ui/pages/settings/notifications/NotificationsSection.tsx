/**
 * Shows the notification settings of this browser: on screen, while the page is closed, by sound, and how much they
 * show.
 */
import { useState } from 'react'
import { t } from '../../../catalogue/texts.ts'
import { Button } from '../../../kit/Button.tsx'
import { complain } from '../../../kit/complain.ts'
import { Field, inputClass } from '../../../kit/Field.tsx'
import { Card, Section } from '../../../kit/PageFrame.tsx'
import { SwitchRow } from '../../../kit/SwitchRow.tsx'
import { choose, type Level, levels, useChoices } from '../../../notifications/choices.ts'
import { isAllowed, isPossible } from '../../../notifications/permission.ts'
import { usePush } from '../../../notifications/push-state.ts'
import { show } from '../../../notifications/show.ts'
import { playTone } from '../../../notifications/tone.ts'
import styles from './NotificationsSection.module.css'
import { NotifiedBrowsers } from './NotifiedBrowsers.tsx'
import { Missing, PushSwitch } from './PushSwitch.tsx'
import { PushTest } from './PushTest.tsx'
import { PushWishes } from './PushWishes.tsx'

export default function NotificationsSection() {
  const { hasSound } = useChoices()
  const changeSound = (wanted: boolean) => {
    choose({ hasSound: wanted })
    if (wanted) playTone()
  }
  return (
    <>
      <Section title={t('notifications.title')} hint={t('notifications.on_hint')}>
        {isPossible() ? <OnScreen /> : <Missing />}
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
      <NotifiedBrowsers />
    </>
  )
}

function OnScreen() {
  const { isOn, level } = useChoices()
  const isPushed = usePush(({ id }) => id !== undefined)
  const [isRefused, setRefused] = useState(Notification.permission === 'denied')
  /** Resolves with whether the reader allows notifications; browsers ask only after a press. */
  const allow = async (): Promise<boolean> => {
    const isGranted = (await Notification.requestPermission()) === 'granted'
    setRefused(!isGranted)
    return isGranted
  }
  const change = async (wanted: boolean) => {
    if (!wanted || (await allow())) choose({ isOn: wanted })
  }
  const isShown = isOn && isAllowed()
  return (
    <>
      <Card>
        <SwitchRow label={t('notifications.on')} checked={isShown} onChange={(wanted) => void change(wanted)} />
        <PushSwitch allow={allow} />
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
      {isPushed && <PushWishes />}
      <div>
        {isPushed ? (
          <PushTest />
        ) : (
          <Button onClick={() => void test().catch(complain)} disabled={!isShown}>
            {t('notifications.test')}
          </Button>
        )}
      </div>
    </>
  )
}

const test = () =>
  show(
    { title: t('shell.product'), body: t('shell.new_message'), tag: 'test', path: '/', isSilent: false },
    () => undefined,
  )
