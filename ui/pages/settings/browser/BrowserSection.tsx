/** Settings that are stored in this browser only: the language of the page, how long a message can be undone, and whether Enter sends. */
import { useId } from 'react'
import { chooseLanguage, chosenLanguage, spoken } from '../../../catalogue/language.ts'
import { t } from '../../../catalogue/texts.ts'
import { Field, inputClass } from '../../../kit/Field.tsx'
import { Card, Section } from '../../../kit/PageFrame.tsx'
import { Switch } from '../../../kit/Switch.tsx'
import { prefer, usePreferences } from '../../../state/preferences.ts'
import styles from './BrowserSection.module.css'

const asTheBrowser = ''
/** Durations in seconds. */
const undoChoices = [0, 5, 10, 20]

/** Each language is named in itself. */
const nameOf = (language: string): string =>
  new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language

export default function BrowserSection() {
  const { entersSend, undoSeconds } = usePreferences()
  const id = useId()
  return (
    <Section title={t('browser.title')} hint={t('browser.hint')}>
      <Card>
        <Field label={t('browser.language')}>
          {(tied) => (
            <select
              {...tied}
              className={inputClass}
              value={chosenLanguage() ?? asTheBrowser}
              onChange={({ target }) => chooseLanguage(target.value || undefined)}
            >
              <option value={asTheBrowser}>{t('browser.as_the_browser')}</option>
              {spoken.map((language) => (
                <option key={language} value={language} lang={language}>
                  {nameOf(language)}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={t('browser.undo')} hint={t('browser.undo_hint')}>
          {(tied) => (
            <select
              {...tied}
              className={inputClass}
              value={undoSeconds}
              onChange={({ target }) => prefer({ undoSeconds: Number(target.value) })}
            >
              {undoChoices.map((seconds) => (
                <option key={seconds} value={seconds}>
                  {seconds === 0 ? t('browser.undo_off') : t('browser.undo_s', { count: seconds })}
                </option>
              ))}
            </select>
          )}
        </Field>
        <div className={styles.row}>
          <label htmlFor={`${id}-enter`}>{t('browser.enter_sends')}</label>
          <Switch
            id={`${id}-enter`}
            aria-describedby={`${id}-hint`}
            checked={entersSend}
            onChange={(checked) => prefer({ entersSend: checked })}
          />
          <p id={`${id}-hint`}>{t('browser.enter_sends_hint')}</p>
        </div>
      </Card>
    </Section>
  )
}
