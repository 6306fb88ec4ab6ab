/** Chooses any number of values. Chosen values that are no longer offered stay until they are unchecked. */
import styles from '../Form.module.css'
import { type FieldOf, same } from '../field.ts'
import type { ControlProps } from '../form-context.ts'
import { textOfValue } from '../written.ts'

export function ChecklistControl({ field, value, onChange, options: titles }: ControlProps<FieldOf<'checklist'>>) {
  const chosen = Array.isArray(value) ? value : []
  const has = (option: unknown) => chosen.some((one) => same(one, option))
  const toggle = (option: unknown) =>
    onChange(has(option) ? chosen.filter((one) => !same(one, option)) : [...chosen, option])
  const gone = chosen
    .filter((value) => !field.options.some((option) => same(option.value, value)))
    .map((value) => ({ value, title: textOfValue(value) }))
  return (
    <div className={styles.checks}>
      {[...field.options, ...gone].map((option) => (
        <label key={textOfValue(option.value)}>
          <input
            type="checkbox"
            checked={has(option.value)}
            disabled={field.isReadOnly}
            onChange={() => toggle(option.value)}
          />
          <span dir="auto">{titles?.[String(option.value)] ?? option.title}</span>
        </label>
      ))}
    </div>
  )
}
