/** The requests of the list: few rows at first, so that they come soon, and many with each further page. */

export type Filter = 'all' | 'unread' | 'archived'

const firstSize = 50
const furtherSize = 200

export const listQuestion = (filter: Filter, offset = 0) => ({
  limit: offset === 0 ? firstSize : furtherSize,
  offset,
  archived: filter === 'archived',
  ...(filter === 'unread' && { unread: true }),
})
