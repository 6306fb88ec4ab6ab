/** Shows one field: its label and description, its control, and its problem. */
import { useId } from 'react'
import { t } from '../catalogue/texts.ts'
import { Button } from '../kit/Button.tsx'
import sheet from '../kit/sheet.module.css'
import styles from './Form.module.css'
import { type Field, type FieldKind, same } from './field.ts'
import { useForm } from './form-context.ts'
import { MarkedUp } from './MarkedUp.tsx'
import { shownValue } from './shown-value.ts'
import { unitOf } from './unit.ts'
import { isWithin, type Path, placeOf, valueAt } from './values.ts'

/** Kinds whose control is beside the label rather than below it. */
const besideLabel: readonly FieldKind[] = ['switch', 'choice', 'number', 'constant']
/** Kinds that consist of several controls and are labelled as a group. */
const groups: readonly FieldKind[] = ['checklist', 'map', 'group']

export function FieldRow({ field, path }: { field: Field; path: Path }) {
  const { values, problems, onChange, wordsFor, marksChanges, Control } = useForm()
  const id = useId()
  const place = placeOf(path)
  const words = wordsFor(place)
  const { title = field.title, description = field.description } = words
  const given = valueAt(values, path)
  const problem = problemAt(problems, field, place)
  const describedBy = [description && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ')
  const isGroup = groups.includes(field.kind) || field.isSecret
  const isBeside = besideLabel.includes(field.kind) && !field.isSecret
  const Label = isGroup ? 'span' : 'label'
  return (
    <div
      id={place}
      className={`${styles.row} ${isBeside ? styles.beside : ''}`}
      {...(isGroup && {
        role: 'group',
        'aria-labelledby': `${id}-label`,
        'aria-describedby': describedBy || undefined,
      })}
    >
      <div className={styles.words}>
        <Label id={`${id}-label`} {...(!isGroup && { htmlFor: id })} className={styles.label} dir="auto">
          {title}
        </Label>
        {isNeeded(field, marksChanges) && <span className={styles.needed}>{t('forms.required')}</span>}
        <Marks
          isChanged={marksChanges && isChanged(field, given)}
          awaitsRestart={words.awaitsRestart ?? field.restart !== undefined}
        />
        {marksChanges && isChanged(field, given) && !field.isReadOnly && (
          <Reset field={field} title={title} options={words.options} onReset={() => onChange(path, field.initial)} />
        )}
        {description && <Description id={`${id}-hint`} text={description} />}
      </div>
      <div className={styles.control}>
        <Control
          field={field}
          path={path}
          id={id}
          title={title}
          options={words.options}
          labelId={`${id}-label`}
          value={given === undefined ? field.initial : given}
          onChange={(value) => onChange(path, value)}
          aria-describedby={describedBy || undefined}
          aria-invalid={problem === undefined ? undefined : true}
        />
        {field.unit !== undefined && <span className={styles.unit}>{unitOf(field.unit, given ?? field.initial)}</span>}
      </div>
      {problem !== undefined && (
        <p id={`${id}-problem`} className={styles.problem}>
          {problem}
        </p>
      )}
    </div>
  )
}

/** Kinds that show the problem of any part, because they contain no fields. */
const wholeKinds: readonly FieldKind[] = ['chips', 'checklist', 'map', 'json']

function problemAt(
  problems: ReadonlyMap<string, string>,
  { kind, isSecret }: Pick<Field, 'kind' | 'isSecret'>,
  place: string,
): string | undefined {
  const own = problems.get(place)
  if (own !== undefined || !(wholeKinds.includes(kind) || isSecret)) return own
  for (const [at, problem] of problems) if (isWithin(at, place)) return problem
  return undefined
}

/** Settings of the service all have a value; a plugin's may be missing. */
const isNeeded = ({ isRequired, initial }: Field, marksChanges: boolean): boolean =>
  isRequired && initial === undefined && !marksChanges

const isChanged = ({ initial, kind }: Field, value: unknown): boolean =>
  initial !== undefined && kind !== 'group' && value !== undefined && !same(value, initial)

interface MarksProps {
  isChanged: boolean
  awaitsRestart: boolean
}

const Marks = ({ isChanged, awaitsRestart }: MarksProps) => (
  <>
    {isChanged && <span className={styles.dot} role="img" aria-label={t('forms.changed')} title={t('forms.changed')} />}
    {awaitsRestart && <span className={sheet.chip}>{t('forms.restart')}</span>}
  </>
)

interface ResetProps {
  field: Field
  title: string
  options: Readonly<Record<string, string>> | undefined
  onReset: () => void
}

function Reset({ field, title, options, onReset }: ResetProps) {
  const value = shownValue(field.initial, field, { options })
  const label = t('forms.reset_to', { name: title, value })
  return (
    <Button kind="quiet" size="small" aria-label={label} title={label} onClick={onReset}>
      {t('forms.reset')}
    </Button>
  )
}

/** The description of a field, with its links and code rendered. */
const Description = ({ id, text }: { id?: string; text: string }) => (
  <p id={id} className={styles.description} dir="auto">
    <MarkedUp text={text} />
  </p>
)
