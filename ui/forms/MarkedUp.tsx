/** Renders the links and the code in a text that a plugin gives. */
import { piecesOf } from './marked-up.ts'

export const MarkedUp = ({ text }: { text: string }) =>
  piecesOf(text).map((piece, index) => {
    const key = `${index}-${piece.text}`
    if (piece.kind === 'code') return <code key={key}>{piece.text}</code>
    if (piece.kind === 'text') return piece.text
    return (
      <a key={key} href={piece.url} target="_blank" rel="noopener noreferrer nofollow">
        {piece.text}
      </a>
    )
  })
