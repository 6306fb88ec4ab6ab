/** A form made from a JSON Schema; its parent holds the values and their problems. */
import { Control } from './Control.tsx'
import { FieldRow } from './FieldRow.tsx'
import styles from './Form.module.css'
import { fieldsOf } from './field.ts'
import { type FieldsProps, FormProvider, useForm, type Words } from './form-context.ts'
import type { Schema } from './schema.ts'
import { type Path, placeOf, valueAt } from './values.ts'

interface Props {
  schema: Schema
  values: unknown
  onChange: (path: Path, value: unknown) => void
  problems: ReadonlyMap<string, string>
  wordsFor?: (place: string) => Words
  marksChanges?: boolean
  /** Path of the schema within the values. */
  path?: Path
}

export const SchemaForm = (props: Props) => {
  const { schema, values, onChange, problems, wordsFor = noWords, marksChanges = false, path = [] } = props
  return (
    <FormProvider value={{ values, onChange, problems, wordsFor, marksChanges, Fields, Control }}>
      <div className={styles.sheet}>
        <Fields schema={schema} path={path} />
      </div>
    </FormProvider>
  )
}

const noWords = (): Words => ({})

export function Fields({ schema, path, except }: FieldsProps) {
  const { values } = useForm()
  return (
    <div className={styles.fields}>
      {fieldsOf(schema, valueAt(values, path))
        .filter(({ name }) => name !== except)
        .map((field) => (
          <FieldRow key={placeOf([...path, field.name])} field={field} path={[...path, field.name]} />
        ))}
    </div>
  )
}
