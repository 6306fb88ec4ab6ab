/** A form for some settings of a larger schema, given by their paths. */
import { Control } from './Control.tsx'
import { FieldRow } from './FieldRow.tsx'
import styles from './Form.module.css'
import { FormProvider, type Words } from './form-context.ts'
import { Fields } from './SchemaForm.tsx'
import type { Schema } from './schema.ts'
import { fieldAt } from './schema-at.ts'
import { type Path, placeOf } from './values.ts'

interface Props {
  schema: Schema
  places: readonly Path[]
  values: unknown
  onChange: (path: Path, value: unknown) => void
  problems: ReadonlyMap<string, string>
  wordsFor: (place: string) => Words
}

/** Marks values that differ from their default and offers to reset them. */
export const PlacesForm = ({ schema, places, ...form }: Props) => (
  <FormProvider value={{ ...form, marksChanges: true, Fields, Control }}>
    <div className={styles.sheet}>
      <div className={styles.fields}>
        {places.map((path) => (
          <FieldRow key={placeOf(path)} field={fieldAt(schema, path)} path={path} />
        ))}
      </div>
    </div>
  </FormProvider>
)
