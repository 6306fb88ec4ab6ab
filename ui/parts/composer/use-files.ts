/** Files that are chosen, dropped or pasted into one conversation. */
import type { ClipboardEvent } from 'react'
import { t } from '../../catalogue/texts.ts'
import { attach, detach, useAttached } from '../../drafts/attached.ts'
import { announce } from '../../state/announcements.ts'
import { useMaxBytes } from './use-sending.ts'

export function useFiles(guid: string) {
  const maxBytes = useMaxBytes()
  const attached = useAttached(guid)

  function add(files: readonly File[]): void {
    if (files.length === 0) return
    const wrong = attach(guid, files, maxBytes).filter(({ problem }) => problem !== null)
    announce(t('compose.attached', { count: files.length - wrong.length }))
  }

  function choose(): void {
    const input = document.createElement('input')
    input.type = 'file'
    input.multiple = true
    input.onchange = () => add([...(input.files ?? [])])
    input.click()
  }

  /** Text is pasted as text, also where a picture of it comes along. */
  function paste(event: ClipboardEvent): void {
    const { files, types } = event.clipboardData
    if (files.length === 0 || types.includes('text/plain')) return
    event.preventDefault()
    add([...files])
  }

  return { attached, add, choose, paste, remove: (id: number) => detach(guid, id) }
}
