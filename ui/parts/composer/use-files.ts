/** Manages the files that are chosen, dropped or pasted into one conversation. */
import { type ClipboardEvent, useEffect, useRef } from 'react'
import { t } from '../../catalogue/texts.ts'
import { type Attached, attach, detach, useAttached } from '../../drafts/attached.ts'
import { announce } from '../../state/announcements.ts'
import { useMaxBytes } from './use-sending.ts'

export function useFiles(guid: string) {
  const maxBytes = useMaxBytes()
  const attached = useAttached(guid, maxBytes)

  // The limit may become known only after files were attached.
  const before = useRef(attached)
  useEffect(() => {
    const sendable = new Set(before.current.flatMap(({ id, problem }) => (problem === null ? [id] : [])))
    const late = attached.filter(({ id, problem }) => problem !== null && sendable.has(id))
    before.current = attached
    if (late.length > 0) announce(attachedText(late))
  }, [attached])

  function add(files: readonly File[]): void {
    if (files.length === 0) return
    announce(attachedText(attach(guid, files, maxBytes)))
  }

  function choose(): void {
    const input = document.createElement('input')
    input.type = 'file'
    input.multiple = true
    input.onchange = () => add([...(input.files ?? [])])
    input.click()
  }

  /** Pastes text as text, even when the clipboard also holds a picture of it. */
  function paste(event: ClipboardEvent): void {
    const { files, types } = event.clipboardData
    if (files.length === 0 || types.includes('text/plain')) return
    event.preventDefault()
    add([...files])
  }

  return { attached, add, choose, paste, remove: (id: number) => detach(guid, id) }
}

/** Says how many files were attached, and for each that was not, why. */
function attachedText(attached: readonly Attached[]): string {
  const wrong = attached.flatMap(({ file, problem }) =>
    problem === null ? [] : `${file.name}: ${t(`compose.${problem}`)}`,
  )
  const count = attached.length - wrong.length
  return [...(count > 0 ? [t('compose.attached', { count })] : []), ...wrong].join('. ')
}
