/** The emoji picker: a search field, recent emoji, all emoji by group, and the name of the highlighted one. */

import { useQuery } from '@tanstack/react-query'
import { type EmojiData, EmojiPicker, useSkinTone } from 'frimousse'
import { useState } from 'react'
import { locale, t } from '../../catalogue/texts.ts'
import { ErrorState } from '../../kit/States.tsx'
import { base } from '../../routes.ts'
import { keepTone, keptTone, recentEmoji } from '../../state/recent-emoji.ts'
import { drawnOf } from './drawn.ts'
import styles from './emoji.module.css'
import { languageFor } from './languages.ts'

interface Props {
  columns: number
  onPick: (emoji: string) => void
}

export function Picker(props: Props) {
  const { data, error, refetch } = useEmojiData()
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />
  return data === undefined ? <div className={styles.waiting} aria-busy /> : <Loaded {...props} data={data} />
}

/** On a touch device the on-screen keyboard would cover the emoji. */
const isTyped = () => matchMedia('(pointer: fine)').matches

const Loaded = ({ data, columns, onPick }: Props & { data: EmojiData }) => (
  <EmojiPicker.Root
    className={styles.picker}
    columns={columns}
    locale={data.locale}
    resolveEmojiData={() => data}
    skinTone={toneOf(data)}
    onEmojiSelect={({ emoji }) => onPick(emoji)}
  >
    <EmojiPicker.Search
      className={styles.search}
      autoFocus={isTyped()}
      placeholder={t('emoji.search')}
      aria-label={t('emoji.search')}
    />
    <Recent onPick={onPick} />
    <EmojiPicker.Viewport className={styles.viewport} tabIndex={0} aria-label={t('emoji.all')} role="group">
      <EmojiPicker.Empty className={styles.empty}>{t('emoji.none')}</EmojiPicker.Empty>
      <EmojiPicker.List components={parts} aria-label={t('emoji.all')} />
    </EmojiPicker.Viewport>
    <footer className={styles.footer}>
      <EmojiPicker.ActiveEmoji>
        {({ emoji }) => (
          <p aria-hidden>
            {emoji !== undefined && <span className={styles.shown}>{emoji.emoji}</span>}
            <span className={styles.label}>{emoji?.label}</span>
          </p>
        )}
      </EmojiPicker.ActiveEmoji>
      <ToneButton names={data.skinTones} />
    </footer>
  </EmojiPicker.Root>
)

const toneOf = ({ skinTones }: EmojiData) => {
  const kept = keptTone()
  return kept in skinTones ? (kept as keyof typeof skinTones) : 'none'
}

const parts: NonNullable<Parameters<typeof EmojiPicker.List>[0]['components']> = {
  CategoryHeader: ({ category, ...rest }) => (
    <div {...rest} className={styles.heading}>
      {category.label}
    </div>
  ),
  Row: (props) => <div {...props} className={styles.row} />,
  Emoji: ({ emoji, ...rest }) => (
    <button type="button" {...rest} className={styles.emoji}>
      {emoji.emoji}
    </button>
  ),
}

/** Offers the most recently used emoji while nothing is searched for. */
function Recent({ onPick }: { onPick: (emoji: string) => void }) {
  const [recent] = useState(recentEmoji)
  if (recent.length === 0) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: this is a group of buttons, not of fields
    <div role="group" aria-label={t('emoji.recent')} className={styles.recent}>
      {recent.map((emoji) => (
        <button key={emoji} type="button" className={styles.emoji} onClick={() => onPick(emoji)}>
          {emoji}
        </button>
      ))}
    </div>
  )
}

/** Chooses the skin tone of hands and people: each press goes to the next tone, and the choice is stored. */
function ToneButton({ names }: { names: EmojiData['skinTones'] }) {
  const [tone, setTone, tones] = useSkinTone('✋')
  const at = tones.findIndex(({ skinTone }) => skinTone === tone)
  const next = tones[(at + 1) % tones.length]
  const change = () => {
    if (next === undefined) return
    setTone(next.skinTone)
    keepTone(next.skinTone)
  }
  const label = t('emoji.tone', { tone: tone === 'none' ? t('emoji.tone_none') : names[tone] })
  return (
    <button type="button" className={styles.emoji} aria-label={label} title={label} onClick={change}>
      {tones[at]?.emoji}
    </button>
  )
}

/** Fetches all emoji with their names in the reader's language once, from a file beside the page. */
function useEmojiData() {
  const language = languageFor(locale())
  return useQuery({
    queryKey: ['emoji', language],
    queryFn: () => load(language),
    staleTime: Infinity,
    gcTime: Infinity,
  })
}

async function load(language: string): Promise<EmojiData> {
  const response = await fetch(`${base}/emoji/${language}.json`)
  if (!response.ok) throw new Error(`emoji/${language}.json: ${response.status}`)
  return drawnOf(await response.json())
}
