/** The field in which a Mac or a line is named. */
import { t } from '../../catalogue/texts.ts'
import { Field, inputClass } from '../../kit/Field.tsx'

interface NameFieldProps {
  hint: string
  problem: string | null
  name: string
  onName: (name: string) => void
}

export function NameField({ hint, problem, name, onName }: NameFieldProps) {
  return (
    <Field label={t('macs.name')} hint={hint} {...(problem !== null && { problem })}>
      {(described) => (
        <input
          {...described}
          className={inputClass}
          maxLength={100}
          required
          autoComplete="off"
          dir="auto"
          value={name}
          onChange={({ target }) => onName(target.value)}
        />
      )}
    </Field>
  )
}
