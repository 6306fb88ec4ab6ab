/** Keeps what is remembered of the API true while events come in. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { StreamEvent } from '../../src/contract/events.ts'
import { client } from '../api/client.ts'
import { onEvent, tellAll } from './events.ts'

export function LiveQueries() {
  const queries = useQueryClient()
  useEffect(() => onEvent((event) => refresh(queries, event)), [queries])
  useEffect(() => {
    const ending = new AbortController()
    void follow(ending.signal)
    return () => ending.abort()
  }, [])
  return null
}

async function follow(signal: AbortSignal): Promise<void> {
  for await (const { value } of client.events({}, { signal })) tellAll(value)
}

/** Threads see to themselves: they know which of their pages an event concerns. */
function refresh(queries: QueryClient, event: StreamEvent): void {
  if (event.type === 'reset') void queries.invalidateQueries()
  else void queries.invalidateQueries({ queryKey: ['list_conversations'] })
}
