/** Where one writes. */
import { useState } from 'react'
import type { Conversation } from '../../../src/contract/conversation.ts'
import { submit } from '../../outbox/outbox-store.ts'

export function Composer({ conversation }: { conversation: Conversation }) {
  const [text, setText] = useState('')
  const send = () => {
    submit({ guid: conversation.guid, text })
    setText('')
  }
  return (
    <form action={send}>
      <textarea dir="auto" value={text} onChange={({ target }) => setText(target.value)} />
    </form>
  )
}
