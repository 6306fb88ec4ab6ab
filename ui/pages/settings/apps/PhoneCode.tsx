/** Shows the QR code that the BlueBubbles app reads at its setup, for the address at which a phone reaches the listener. */
import { useMemo, useState } from 'react'
import { encode } from 'uqr'
import { addressForPhones, blueBubblesCode } from '../../../../src/domain/access/bluebubbles-code.ts'
import { t } from '../../../catalogue/texts.ts'
import { Field, inputClass } from '../../../kit/Field.tsx'
import styles from './Apps.module.css'

export default function PhoneCode({ password, url }: { password: string; url: string }) {
  const [given, setGiven] = useState(addressForPhones(url) ?? '')
  const address = addressForPhones(given)
  return (
    <details className={styles.phone}>
      <summary>{t('apps.phone')}</summary>
      <Field label={t('apps.phone_address')} hint={t('apps.phone_address_hint')}>
        {(described) => (
          <input
            {...described}
            className={inputClass}
            type="url"
            inputMode="url"
            dir="ltr"
            autoComplete="off"
            spellCheck={false}
            placeholder="https://mac.tail1234.ts.net:8443"
            value={given}
            onChange={({ target }) => setGiven(target.value)}
          />
        )}
      </Field>
      {address !== undefined && <Code text={blueBubblesCode({ url: address, password })} />}
    </details>
  )
}

/** Cameras need this much light around it. */
const margin = 4

function Code({ text }: { text: string }) {
  const { size, path } = useMemo(() => drawn(text), [text])
  return (
    <svg className={styles.code} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={t('apps.phone_code')}>
      <path d={path} />
    </svg>
  )
}

function drawn(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { border: margin })
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
  return { size, path: squares.join('') }
}
