/**
 * Runs imessage-kit under Bun in a process of its own: executes requests of its parent, and reports how long each took.
 */

interface Row {
  rowId: number
  text: string | null
  chatId: string
}

interface Sdk {
  listChats(query: object): Promise<{ chatId: string }[]>
  getMessages(query: object): Promise<Row[]>
  startWatching(events: object): Promise<void>
}

const [packagePath = '', databasePath = ''] = process.argv.slice(2)
// It reads a database at any path, but its constructor refuses any platform but a Mac.
Object.defineProperty(process, 'platform', { value: 'darwin' })
const { IMessageSDK } = (await import(packagePath)) as { IMessageSDK: new (config: object) => Sdk }
const sdk = new IMessageSDK({ databasePath })

const arrived = ({ text }: Row) => process.send?.({ text, atMs: performance.timeOrigin + performance.now() })

const works = {
  chats: (query: object) => sdk.listChats(query),
  messages: async ({ before, ...query }: { before?: number }) => {
    const rows = await sdk.getMessages({ ...query, ...(before && { before: new Date(before) }) })
    return rows.map(({ rowId, text }) => ({ rowId, text }))
  },
  watch: async () => {
    await sdk.startWatching({ onIncomingMessage: arrived })
    return []
  },
}

process.on('message', async ({ id, work, query }: { id: number; work: keyof typeof works; query: object }) => {
  const startMs = performance.now()
  const rows = await works[work](query)
  process.send?.({ id, ms: performance.now() - startMs, rows })
})
process.on('disconnect', () => process.exit())
process.send?.({ ready: true })
