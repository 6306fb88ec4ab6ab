/** Imports, exports and removes themes as files, and resets the appearance. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { ThemeDetails } from '../../../../src/contract/theme.ts'
import { client } from '../../../api/client.ts'
import { t } from '../../../catalogue/texts.ts'
import { Button } from '../../../kit/Button.tsx'
import { complain } from '../../../kit/complain.ts'
import { Section } from '../../../kit/PageFrame.tsx'
import { standardChoice, type ThemeChoice } from '../../../theme/standard-choice.ts'
import { saveFile } from '../../save-file.ts'
import styles from './Appearance.module.css'
import type { PickerState } from './choices.ts'
import { titleOf } from './theme-title.ts'

interface Props {
  themes: readonly ThemeDetails[]
  shown: PickerState
  onReset: (choice: ThemeChoice) => void
}

export function ThemeFiles({ themes, shown, onReset }: Props) {
  const file = useRef<HTMLInputElement>(null)
  const queries = useQueryClient()
  const renewed = (...names: string[]) =>
    Promise.all(names.map((name) => queries.invalidateQueries({ queryKey: [name] })))
  const take = useMutation({
    mutationFn: async (given: File) => client.import_theme(JSON.parse(await given.text())),
    onSuccess: () => renewed('themes', 'theme_details'),
    onError: complain,
  })
  const remove = useMutation({
    mutationFn: (name: string) => client.remove_theme({ name }),
    // Does not fetch the details of themes again, since a request for the removed one would fail.
    onSuccess: () => renewed('themes'),
    onError: complain,
  })
  const inUse = themes.filter(({ name }) => name === shown.light || name === shown.dark)
  return (
    <Section title={t('appearance.files')} hint={t('appearance.files_hint')}>
      <div className={styles.buttons}>
        <Button onClick={() => file.current?.click()}>{t('appearance.import')}</Button>
        {inUse.map((theme) => (
          <Button key={theme.name} onClick={() => exportTheme(theme)}>
            {t('appearance.export', { name: titleOf(theme) })}
          </Button>
        ))}
        {themes
          .filter(({ origin }) => origin === 'package')
          .map(({ name, title }) => (
            <Button key={name} kind="quiet" onClick={() => remove.mutate(name)}>
              {t('appearance.remove', { name: title })}
            </Button>
          ))}
        <Button kind="quiet" onClick={() => onReset(standardChoice)}>
          {t('appearance.reset')}
        </Button>
      </div>
      <input
        ref={file}
        type="file"
        accept="application/json,.json"
        hidden
        aria-label={t('appearance.import')}
        onChange={({ currentTarget }) => {
          const [given] = currentTarget.files ?? []
          if (given !== undefined) take.mutate(given)
          currentTarget.value = ''
        }}
      />
      {take.data !== undefined && (
        <div className={styles.notes} role="status">
          <p>{t('appearance.imported', { name: take.data.theme.title })}</p>
          {take.data.notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </div>
      )}
    </Section>
  )
}

const exportTheme = (theme: ThemeDetails): void =>
  saveFile({
    name: `${theme.name}.theme.json`,
    type: 'application/json',
    text: `${JSON.stringify(sourceOf(theme), null, 2)}\n`,
  })

/** The names of built-in themes are taken in every installation, so a copy gets another name. */
const sourceOf = ({ source, origin, name, title }: ThemeDetails) =>
  origin === 'built_in' ? { ...source, name: `${name}-copy`, title: `${title} (copy)` } : source
