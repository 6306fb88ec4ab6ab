/** The description of a field, with its links and code rendered. */
import styles from './Form.module.css'
import { piecesOf } from './marked-up.ts'

export const Description = ({ id, text }: { id?: string; text: string }) => (
  <p id={id} className={styles.description} dir="auto">
    {piecesOf(text).map((piece, index) => {
      const key = `${index}-${piece.text}`
      if (piece.kind === 'code') return <code key={key}>{piece.text}</code>
      if (piece.kind === 'text') return piece.text
      return (
        <a key={key} href={piece.url} target="_blank" rel="noopener noreferrer nofollow">
          {piece.text}
        </a>
      )
    })}
  </p>
)
