/** Adds a person: searched by name, typed as an address, or pasted with many others. */

import { ClipboardPaste } from 'lucide-react'
import { useId, useState } from 'react'
import { errorText } from '../../../api/error-text.ts'
import { t } from '../../../catalogue/texts.ts'
import { Button } from '../../../kit/Button.tsx'
import { announce } from '../../../state/announcements.ts'
import { notify } from '../../../state/toasts.ts'
import { PasteDialog } from './PasteDialog.tsx'
import styles from './People.module.css'
import { PersonBox } from './PersonBox.tsx'
import type { Whitelist } from './use-whitelist.ts'

export function AddPerson({ whitelist }: { whitelist: Whitelist }) {
  const [problem, setProblem] = useState<string>()
  const [pastes, setPastes] = useState(false)
  const id = useId()
  const add = async (handle: string) => {
    setProblem(undefined)
    try {
      const { display_name: name, added } = await whitelist.add(handle)
      if (added) announce(t('people.added', { name }))
      else notify(t('people.listed_already', { name }))
    } catch (error) {
      setProblem(errorText(error))
    }
  }
  return (
    <div id="whitelist.handles" className={styles.adding}>
      <PersonBox
        label={t('people.add_person')}
        aria-describedby={problem === undefined ? undefined : id}
        aria-invalid={problem === undefined ? undefined : true}
        onChoose={(handle) => void add(handle)}
      />
      <Button onClick={() => setPastes(true)}>
        <ClipboardPaste size={16} aria-hidden />
        {t('people.paste')}
      </Button>
      {problem !== undefined && (
        <p id={id} className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      {pastes && <PasteDialog whitelist={whitelist} onClose={() => setPastes(false)} />}
    </div>
  )
}
