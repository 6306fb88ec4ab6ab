/** Draws each field with the control of its kind. */
import { type ChangeEvent, type ComponentType, useState } from 'react'
import { t } from '../catalogue/texts.ts'
import { inputClass } from '../kit/Field.tsx'
import { Switch } from '../kit/Switch.tsx'
import { ChipsControl } from './controls/ChipsControl.tsx'
import { JsonControl } from './controls/JsonControl.tsx'
import { MapControl } from './controls/MapControl.tsx'
import { SecretControl } from './controls/SecretControl.tsx'
import styles from './Form.module.css'
import { type FieldKind, type FieldOf, type Option, same } from './field.ts'
import { type ControlProps, useForm } from './form-context.ts'
import { emptied, numberOfText, textOfValue } from './written.ts'

const controls: { [K in FieldKind]: ComponentType<ControlProps<FieldOf<K>>> } = {
  text: TextControl,
  number: NumberControl,
  switch: SwitchControl,
  choice: ChoiceControl,
  checklist: ChecklistControl,
  chips: ChipsControl,
  group: GroupControl,
  map: MapControl,
  constant: ({ id, field }) => <output id={id}>{textOfValue(field.schema.const)}</output>,
  json: JsonControl,
}

export function Control(props: ControlProps) {
  if (props.field.isSecret) return <SecretControl {...props} />
  const Kind = controls[props.field.kind] as ComponentType<ControlProps>
  return <Kind {...props} />
}

/** A group of fields that belong together. */
function GroupControl({ field, path }: ControlProps<FieldOf<'group'>>) {
  const { Fields } = useForm()
  return <Fields schema={field.schema} path={path} />
}

/** A key or certificate is pasted with its line breaks, which a single-line field would lose. */
const isOfLines = (value: string, pattern: unknown): boolean =>
  value.includes('\n') || (typeof pattern === 'string' && pattern.includes('-----BEGIN'))

/** A text in one or several lines, or an address. */
function TextControl({
  field,
  value,
  onChange,
  id,
  title: _,
  labelId: _labelId,
  ...props
}: ControlProps<FieldOf<'text'>>) {
  const text = textOfValue(value)
  const given = {
    id,
    value: text,
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      onChange(target.value === '' ? emptied(field) : target.value),
    className: inputClass,
    placeholder: field.example,
    readOnly: field.isReadOnly,
    required: field.isRequired,
    'aria-describedby': props['aria-describedby'],
    'aria-invalid': props['aria-invalid'],
    dir: 'auto' as const,
    autoComplete: 'off',
    spellCheck: field.isLong,
  }
  if (field.isLong || isOfLines(text, field.schema.pattern))
    return <textarea {...given} rows={4} className={`${inputClass} ${field.isLong ? '' : styles.code}`} />
  return <input {...given} type={field.input} />
}

/** A number with a decimal comma or point. The field keeps the typed text, so that a number can be half typed. */
function NumberControl({ field, value, onChange, id, ...props }: ControlProps<FieldOf<'number'>>) {
  const [typed, setTyped] = useState<string>()
  const meant = typed === undefined ? undefined : (numberOfText(typed) ?? emptied(field))
  const shown = typed !== undefined && (meant === value || meant === undefined) ? typed : textOfValue(value)
  return (
    <input
      id={id}
      className={`${inputClass} ${styles.number}`}
      inputMode={field.isWhole ? 'numeric' : 'decimal'}
      autoComplete="off"
      value={shown}
      placeholder={field.example ?? textOfValue(field.initial)}
      readOnly={field.isReadOnly}
      required={field.isRequired}
      aria-describedby={props['aria-describedby']}
      aria-invalid={props['aria-invalid']}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange(numberOfText(target.value) ?? emptied(field))
      }}
      onBlur={() => setTyped(undefined)}
    />
  )
}

/** A boolean as a switch. */
function SwitchControl(props: ControlProps<FieldOf<'switch'>>) {
  return (
    <Switch
      id={props.id}
      checked={props.value === true}
      disabled={props.field.isReadOnly}
      onChange={props.onChange}
      aria-describedby={props['aria-describedby'] ?? ''}
    />
  )
}

/** Chooses one of several values. A value that is not among them stays until another one is chosen. */
function ChoiceControl({ field, value, onChange, id, options: titles, ...props }: ControlProps<FieldOf<'choice'>>) {
  const { options } = field
  const chosen = options.findIndex((option) => same(option.value, value))
  return (
    <select
      id={id}
      className={inputClass}
      value={String(chosen)}
      disabled={field.isReadOnly}
      aria-describedby={props['aria-describedby']}
      aria-invalid={props['aria-invalid']}
      onChange={({ target }) => onChange(options[Number(target.value)]?.value)}
    >
      {chosen < 0 && (
        <option value="-1" disabled>
          {value === undefined ? t('forms.choose') : textOfValue(value)}
        </option>
      )}
      {options.map((option, index) => (
        <option key={textOfValue(option.value)} value={String(index)}>
          {titles?.[String(option.value)] ?? wordsOf(option)}
        </option>
      ))}
    </select>
  )
}

function wordsOf({ value, title }: Option): string {
  if (value === null) return t('forms.none')
  if (typeof value === 'boolean') return t(value ? 'forms.yes' : 'forms.no')
  return title === '' ? t('forms.none') : title
}

/** Chooses any number of values. Chosen values that are no longer offered stay until they are unchecked. */
function ChecklistControl({ field, value, onChange, options: titles }: ControlProps<FieldOf<'checklist'>>) {
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
