/** The requests of the list: few rows at first, so that they come soon, and many with each further page. */

import { chosenLine, ofLine } from '../../state/line.ts'

export type Filter = 'all' | 'unread' | 'archived'

const firstSize = 50
const furtherSize = 200

export const listQuestion = (filter: Filter, offset = 0, line = chosenLine()) => ({
  ...ofLine(line),
  limit: offset === 0 ? firstSize : furtherSize,
  offset,
  archived: filter === 'archived',
  ...(filter === 'unread' && { unread: true }),
})
