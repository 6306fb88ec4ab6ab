/** What is kept in this browser alone: the language of the page, and what Enter does. */
import { chooseLanguage, chosenLanguage, spoken } from '../../../catalogue/language.ts'
import { t } from '../../../catalogue/texts.ts'
import { Field, inputClass } from '../../../kit/Field.tsx'
import { Section } from '../../../kit/PageFrame.tsx'
import { Switch } from '../../../kit/Switch.tsx'
import { prefer, usePreferences } from '../../../state/preferences.ts'

const asTheBrowser = ''

/** Languages call themselves what their speakers do. */
const nameOf = (language: string): string =>
  new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language

export default function BrowserSection() {
  const { entersSend } = usePreferences()
  return (
    <Section title={t('browser.title')} hint={t('browser.hint')}>
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
      <Field label={t('browser.enter_sends')} hint={t('browser.enter_sends_hint')}>
        {(tied) => (
          <div>
            <Switch
              id={tied.id}
              aria-describedby={tied['aria-describedby']}
              checked={entersSend}
              onChange={(checked) => prefer({ entersSend: checked })}
            />
          </div>
        )}
      </Field>
    </Section>
  )
}
