/** The description of a field, with its links and code rendered. */
import { t } from '../catalogue/texts.ts'
import styles from './Form.module.css'
import { piecesOf } from './marked-up.ts'

export const Description = ({ id, text, helpUrl }: { id?: string; text: string; helpUrl?: string | undefined }) => (
  <p id={id} className={styles.description} dir="auto">
    {piecesOf(text).map((piece, index) => {
      const key = `${index}-${piece.text}`
      if (piece.kind === 'code') return <code key={key}>{piece.text}</code>
      if (piece.kind === 'link') return <Outside key={key} url={piece.url} text={piece.text} />
      return piece.text
    })}
    {helpUrl !== undefined && (
      <>
        {' '}
        <Outside url={helpUrl} text={t('forms.help')} />
      </>
    )}
  </p>
)

const Outside = ({ url, text }: { url: string; text: string }) => (
  <a href={url} target="_blank" rel="noopener noreferrer nofollow">
    {text}
  </a>
)
