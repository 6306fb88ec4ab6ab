/** Where one writes. */
import { useState } from 'react'
import type { Conversation } from '../../../src/contract/conversation.ts'
import { client } from '../../api/client.ts'

export function Composer({ conversation }: { conversation: Conversation }) {
  const [text, setText] = useState('')
  const send = () => {
    void client.send_to_chat({ guid: conversation.guid, text }, { idempotencyKey: crypto.randomUUID() })
    setText('')
  }
  return (
    <form action={send}>
      <textarea dir="auto" value={text} onChange={({ target }) => setText(target.value)} />
    </form>
  )
}
