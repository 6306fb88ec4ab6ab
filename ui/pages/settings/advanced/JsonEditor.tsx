/** Shows the settings as JSON, which can be edited once editing is switched on. */
import { useId, useState } from 'react'
import type { Settings } from '../../../../src/contract/settings.ts'
import { useSettingsResource } from '../../../api/settings-resource.ts'
import { t } from '../../../catalogue/texts.ts'
import { ConflictDialog } from '../../../forms/ConflictDialog.tsx'
import { SaveBar } from '../../../forms/SaveBar.tsx'
import type { Schema } from '../../../forms/schema.ts'
import { useCarefulSave } from '../../../forms/use-careful-save.ts'
import { inputClass } from '../../../kit/Field.tsx'
import { Switch } from '../../../kit/Switch.tsx'
import { announce } from '../../../state/announcements.ts'
import styles from './Advanced.module.css'
import { Changes } from './Changes.tsx'
import { useJsonDraft } from './use-json-draft.ts'

export function JsonEditor({ schema, saved }: { schema: Schema; saved: Settings }) {
  const [isEditing, setEditing] = useState(false)
  const { text, draft, isTouched, problems, set, discard } = useJsonDraft(schema, saved)
  const { isSaving, isAsking, stopAsking, save } = useCarefulSave(useSettingsResource(), discard)
  const id = useId()
  const onSave = () => (problems.length > 0 ? announce(t('forms.wrong', { count: problems.length })) : void save(draft))
  return (
    <div className={styles.editor}>
      <div className={styles.switch}>
        <label htmlFor={`${id}-edit`}>{t('settings.json_edit')}</label>
        <Switch
          id={`${id}-edit`}
          checked={isEditing}
          disabled={isTouched}
          aria-describedby={`${id}-hint`}
          onChange={setEditing}
        />
        <p id={`${id}-hint`}>{t('settings.json_edit_hint')}</p>
      </div>
      <textarea
        className={`${inputClass} ${styles.json}`}
        aria-label={t('settings.json')}
        aria-invalid={problems.length > 0 ? true : undefined}
        aria-describedby={`${id}-problems`}
        dir="ltr"
        rows={18}
        spellCheck={false}
        autoComplete="off"
        readOnly={!isEditing}
        value={text}
        onChange={({ target }) => set(target.value)}
      />
      <ul id={`${id}-problems`} className={styles.problems}>
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
      {isEditing && <Changes draft={draft} />}
      <SaveBar
        changes={isTouched ? Math.max(1, draft.length) : 0}
        wrong={problems.length}
        {...{ isSaving, onSave }}
        onDiscard={discard}
      />
      {isAsking && (
        <ConflictDialog {...{ schema, draft, saved }} onClose={stopAsking} onSettle={(kept) => void save(kept)} />
      )}
    </div>
  )
}
