/** Parses the lines of `text/event-stream` into events. */

export interface StreamedEvent {
  id: string | undefined
  type: string
  data: string
}

/** Ends with the stream and drops an event that is cut off. */
export async function* readEventLines(response: Response): AsyncGenerator<StreamedEvent, void> {
  const decoder = new TextDecoder()
  const reader = response.body?.getReader()
  let rest = ''
  try {
    for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
      const blocks = `${rest}${decoder.decode(read.value, { stream: true })}`.split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) yield eventOf(block)
    }
  } finally {
    await reader?.cancel().catch(() => undefined)
  }
}

function eventOf(block: string): StreamedEvent {
  const event: StreamedEvent = { id: undefined, type: 'message', data: '' }
  const data: string[] = []
  for (const line of block.split('\n')) {
    const [, field, value = ''] = /^([a-z]+): ?(.*)$/s.exec(line) ?? []
    if (field === 'id') event.id = value
    if (field === 'event') event.type = value
    if (field === 'data') data.push(value)
  }
  return { ...event, data: data.join('\n') }
}
