/** The text of a message with its links and mentions. */
import type { Message } from '../../../../src/contract/message.ts'
import { tokensOf } from './tokens.ts'

export function MessageText({ text, mentions }: Pick<Message, 'text' | 'mentions'>) {
  let at = 0
  return tokensOf(text, mentions).map((token) => {
    const key = at
    at += token.text.length
    if (token.kind === 'words') return token.text
    if (token.kind === 'mention') return <strong key={key}>{token.text}</strong>
    return (
      <a key={key} href={token.href} target="_blank" rel="noopener noreferrer">
        {token.text}
      </a>
    )
  })
}
