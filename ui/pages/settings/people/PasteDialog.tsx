/** Adds many people at once and shows the result of each line. */
import { useState } from 'react'
import { client } from '../../../api/client.ts'
import { t } from '../../../catalogue/texts.ts'
import { Button } from '../../../kit/Button.tsx'
import { Dialog } from '../../../kit/Dialog.tsx'
import { Field, inputClass } from '../../../kit/Field.tsx'
import { addPasted, type PastedResult } from './add-pasted.ts'
import styles from './People.module.css'
import { pastedLines } from './pasted-lines.ts'
import type { Whitelist } from './use-whitelist.ts'

const words = (result: PastedResult): string => {
  if (result.is === 'refused') return result.reason
  return t(`people.pasted_${result.is}`)
}

export function PasteDialog({ whitelist, onClose }: { whitelist: Whitelist; onClose: () => void }) {
  const [text, setText] = useState('')
  const [results, setResults] = useState<readonly PastedResult[]>()
  const [isBusy, setBusy] = useState(false)
  const lines = pastedLines(text)
  const add = async () => {
    setBusy(true)
    const add = (handle: string) => client.add_to_whitelist({ handle })
    setResults(await addPasted(lines, add))
    setBusy(false)
    whitelist.retry()
  }
  const isDone = results !== undefined
  return (
    <Dialog
      title={t('people.paste_title')}
      onClose={onClose}
      actions={
        isDone ? (
          <Button kind="primary" onClick={onClose}>
            {t('kit.close')}
          </Button>
        ) : (
          <Button kind="primary" disabled={lines.length === 0 || isBusy} onClick={() => void add()}>
            {t('people.paste_add', { count: lines.length })}
          </Button>
        )
      }
    >
      {isDone ? (
        <Results results={results} />
      ) : (
        <Field label={t('people.paste_label')} hint={t('people.paste_hint')}>
          {(tied) => (
            <textarea
              {...tied}
              rows={8}
              dir="auto"
              className={inputClass}
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          )}
        </Field>
      )}
    </Dialog>
  )
}

const Results = ({ results }: { results: readonly PastedResult[] }) => (
  <>
    <p role="status">{t('people.pasted', { count: results.filter(({ is }) => is === 'added').length })}</p>
    <ul className={styles.results}>
      {results.map((result, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the text may contain the same line twice
        <li key={index} data-bad={result.is === 'no_address' || result.is === 'refused' || undefined}>
          <bdi>{result.text}</bdi>
          <span>{words(result)}</span>
        </li>
      ))}
    </ul>
  </>
)
