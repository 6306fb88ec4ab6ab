/** A password field that can show its text, and warns when Caps Lock is on. */
import { Eye, EyeOff } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { t } from '../../../catalogue/texts.ts'
import { IconButton } from '../../../kit/Button.tsx'
import { Field, inputClass } from '../../../kit/Field.tsx'
import styles from './Security.module.css'

interface Props {
  label: string
  autoComplete: 'current-password' | 'new-password'
  value: string
  onChange: (value: string) => void
  hint?: string
  problem?: string | undefined
}

const longest = 1_024

export function PasswordInput({ label, autoComplete, value, onChange, hint, problem }: Props) {
  const [isShown, setShown] = useState(false)
  const [hasCapsLock, setCapsLock] = useState(false)
  const look = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  const said = [hint, hasCapsLock && t('security.caps_lock')].filter(Boolean).join(' ')
  const Icon = isShown ? EyeOff : Eye
  return (
    <Field label={label} {...(said !== '' && { hint: said })} {...(problem !== undefined && { problem })}>
      {(tied) => (
        <span className={styles.secret}>
          <input
            {...tied}
            className={inputClass}
            type={isShown ? 'text' : 'password'}
            autoComplete={autoComplete}
            maxLength={longest}
            required
            dir="ltr"
            spellCheck={false}
            autoCapitalize="off"
            value={value}
            onChange={({ target }) => onChange(target.value)}
            onKeyDown={look}
            onKeyUp={look}
          />
          <IconButton
            label={t(isShown ? 'security.hide' : 'security.show', { name: label })}
            onClick={() => setShown(!isShown)}
          >
            <Icon size={18} aria-hidden />
          </IconButton>
        </span>
      )}
    </Field>
  )
}
