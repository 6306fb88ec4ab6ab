/** The emoji picker: a search field, recent emoji, all emoji by group, and the name of the highlighted one. */
import { type EmojiData, EmojiPicker } from 'frimousse'
import { t } from '../../catalogue/texts.ts'
import { ErrorState } from '../../kit/States.tsx'
import { keptTone } from '../../state/recent-emoji.ts'
import styles from './emoji.module.css'
import { Recent } from './Recent.tsx'
import { ToneButton } from './ToneButton.tsx'
import { useEmojiData } from './use-emoji-data.ts'

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
