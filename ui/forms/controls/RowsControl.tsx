/** A list of objects, each with its own fields. */
import { Plus, Trash2 } from 'lucide-react'
import { t } from '../../catalogue/texts.ts'
import { Button, IconButton } from '../../kit/Button.tsx'
import styles from '../Form.module.css'
import { type Field, type FieldOf, fieldOf } from '../field.ts'
import { type ControlProps, useForm } from '../form-context.ts'

export function RowsControl({ field, path, value, onChange, title }: ControlProps<FieldOf<'rows'>>) {
  const { Control, onChange: change } = useForm()
  const rows = Array.isArray(value) ? value : []
  const item: Field = fieldOf('', field.item)
  return (
    <>
      {rows.map((row, index) => {
        const name = t('forms.row', { count: index + 1 })
        const place = [...path, index]
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other stable key
          // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out like other boxes
          <div key={index} role="group" aria-label={name} className={styles.nested}>
            <header>
              <strong>{name}</strong>
              {!field.isReadOnly && (
                <IconButton
                  label={t('forms.remove_row', { count: index + 1 })}
                  onClick={() => onChange(rows.toSpliced(index, 1))}
                >
                  <Trash2 size={16} aria-hidden />
                </IconButton>
              )}
            </header>
            <Control
              {...{ field: item, path: place, value: row, id: `${path.join('.')}-${index}`, title: name, labelId: '' }}
              onChange={(next) => change(place, next)}
            />
          </div>
        )
      })}
      {!field.isReadOnly && (
        <Button size="small" aria-label={t('forms.add_to', { name: title })} onClick={() => onChange([...rows, {}])}>
          <Plus size={16} aria-hidden />
          {t('forms.add')}
        </Button>
      )}
    </>
  )
}
