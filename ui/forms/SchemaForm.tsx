/** Forms made from a JSON Schema, of all its fields or of some; their parent holds the values and their problems. */
import { t } from '../catalogue/texts.ts'
import sheet from '../kit/sheet.module.css'
import { Control } from './Control.tsx'
import { FieldRow } from './FieldRow.tsx'
import styles from './Form.module.css'
import { fieldOf, fieldsOf } from './field.ts'
import { type FieldsProps, FormProvider, type Words } from './form-context.ts'
import type { Schema } from './schema.ts'
import { fieldAt } from './schema-at.ts'
import { type Path, placeOf } from './values.ts'

interface Props {
  schema: Schema
  values: unknown
  onChange: (path: Path, value: unknown) => void
  problems: ReadonlyMap<string, string>
}

/** A schema that says more than its fields could show is one field of JSON. */
export function SchemaForm({ schema, values, onChange, problems }: Props) {
  const whole = fieldOf('', { title: t('plugins.settings'), ...schema })
  return (
    <FormProvider value={{ values, onChange, problems, wordsFor: () => ({}), marksChanges: false, Fields, Control }}>
      <div className={sheet.sheet}>
        {whole.kind === 'group' ? <Fields schema={schema} path={[]} /> : <FieldRow field={whole} path={[]} />}
      </div>
    </FormProvider>
  )
}

interface FieldsFormProps extends Props {
  paths: readonly Path[]
  wordsFor: (place: string) => Words
}

/** Marks values that differ from their default and offers to reset them. */
export const FieldsForm = ({ schema, paths, ...form }: FieldsFormProps) => (
  <FormProvider value={{ ...form, marksChanges: true, Fields, Control }}>
    <div className={sheet.sheet}>
      <div className={styles.fields}>
        {paths.map((path) => (
          <FieldRow key={placeOf(path)} field={fieldAt(schema, path)} path={path} />
        ))}
      </div>
    </div>
  </FormProvider>
)

const Fields = ({ schema, path }: FieldsProps) => (
  <div className={styles.fields}>
    {fieldsOf(schema).map((field) => (
      <FieldRow key={placeOf([...path, field.name])} field={field} path={[...path, field.name]} />
    ))}
  </div>
)
