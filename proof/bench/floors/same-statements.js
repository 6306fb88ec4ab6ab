/**
 * Provides the floor of an answer of the history: bare Node with its HTTP server and SQLite, which runs the very
 * statements that ours runs for it, prepared long before, and sends the very answer. Plain JavaScript, as the floor
 * beside it.
 */
import { createServer } from 'node:http'
import { DatabaseSync } from 'node:sqlite'

const db = new DatabaseSync(process.argv[2], { readOnly: true })

function prepared(sql) {
  const statement = db.prepare(sql)
  try {
    statement.all()
  } catch {
    // Dates are larger than the numbers of JavaScript.
    statement.setReadBigInts(true)
  }
  return statement
}

process.once('message', (asked) => {
  const answers = asked.map(({ statements, answer }) => ({ statements: statements.map(prepared), answer }))
  const server = createServer((request, response) => {
    const { statements, answer } = answers[Number(request.url.slice(1))]
    for (const statement of statements) statement.all()
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
  })
  server.listen(0, '127.0.0.1', () => process.send(server.address()))
})
