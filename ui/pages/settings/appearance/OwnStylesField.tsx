/** Edits the user's own CSS for this browser; it is off by default and comes without any promise. */
import { useState } from 'react'
import { t } from '../../../catalogue/texts.ts'
import { Button } from '../../../kit/Button.tsx'
import { Field, inputClass } from '../../../kit/Field.tsx'
import { Section } from '../../../kit/PageFrame.tsx'
import { Switch } from '../../../kit/Switch.tsx'
import { notify } from '../../../state/toasts.ts'
import { keepOwnStyles, ownStyles } from '../../../theme/own-styles.ts'
import { type Refusal, refusalOf } from '../../../theme/user-css.ts'
import styles from './Appearance.module.css'

export function OwnStylesField() {
  const [{ css, isOn }, setStyles] = useState(ownStyles)
  const refusal = refusalOf(css)
  const keep = (change: { css?: string; isOn?: boolean }) => {
    const next = { css, isOn, ...change }
    setStyles(next)
    if (refusalOf(next.css) === undefined) keepOwnStyles(next)
  }
  return (
    <Section title={t('appearance.own')} hint={t('appearance.own_hint')}>
      <div className={styles.own}>
        <div className={styles.row}>
          <span>{t('appearance.own_on')}</span>
          <Switch label={t('appearance.own_on')} checked={isOn} onChange={(now) => keep({ isOn: now })} />
        </div>
        {isOn && (
          <>
            <Field label={t('appearance.own_field')} problem={refusal && refusalText(refusal)}>
              {(described) => (
                <textarea
                  {...described}
                  className={inputClass}
                  dir="ltr"
                  spellCheck={false}
                  value={css}
                  onChange={({ currentTarget }) => setStyles({ css: currentTarget.value, isOn })}
                />
              )}
            </Field>
            <div className={styles.buttons}>
              <Button
                disabled={refusal !== undefined}
                onClick={() => {
                  keep({})
                  notify(t('kit.saved'))
                }}
              >
                {t('appearance.own_use')}
              </Button>
            </div>
          </>
        )}
      </div>
    </Section>
  )
}

const refusalText = (refusal: Refusal): string =>
  refusal.reason === 'word' ? t('appearance.own_word', { word: refusal.word }) : t(`appearance.own_${refusal.reason}`)
