import { describe, expect, it } from 'vitest'
import { type SystemColumns, systemKindOf, systemSentence } from './system-row.ts'

const row = (columns: Partial<SystemColumns>): SystemColumns => ({
  itemType: 0,
  groupActionType: 0,
  groupTitle: null,
  shareStatus: 0,
  actorHandleId: 1,
  otherHandleId: 2,
  ...columns,
})

describe('a system row', () => {
  it.each<[Partial<SystemColumns>, string | null]>([
    [{}, null],
    [{ itemType: 1 }, 'participant-added'],
    [{ itemType: 1, groupActionType: 1 }, 'participant-removed'],
    [{ itemType: 1, groupActionType: 1, actorHandleId: 2 }, 'number-changed'],
    [{ itemType: 1, groupActionType: 1, actorHandleId: 0, otherHandleId: 0 }, 'participant-removed'],
    [{ itemType: 1, groupActionType: 7 }, 'other'],
    [{ itemType: 2, groupTitle: 'Walks' }, 'group-renamed'],
    [{ itemType: 2, groupTitle: '' }, 'group-name-removed'],
    [{ itemType: 3 }, 'participant-left'],
    [{ itemType: 3, groupActionType: 1 }, 'photo-set'],
    [{ itemType: 3, groupActionType: 2 }, 'photo-removed'],
    [{ itemType: 3, groupActionType: 4 }, 'background-set'],
    [{ itemType: 3, groupActionType: 6 }, 'background-removed'],
    [{ itemType: 3, groupActionType: 5 }, 'other'],
    [{ itemType: 4 }, 'location-started'],
    [{ itemType: 4, shareStatus: 1 }, 'location-stopped'],
    [{ itemType: 5 }, 'audio-kept'],
    [{ itemType: 6 }, 'shareplay'],
    [{ itemType: 42 }, 'other'],
  ])('with %j is %s', (columns, kind) => {
    expect(systemKindOf(row(columns))).toBe(kind)
  })

  it('is described in a plain sentence', () => {
    const names = { actor: 'Anna', other: 'Ben', title: 'Walks' }
    expect(systemSentence('participant-added', names)).toBe('Anna added Ben to the conversation.')
    expect(systemSentence('group-renamed', names)).toBe('Anna named the conversation “Walks”.')
    expect(systemSentence('other', names)).toBe('Something changed in the conversation.')
  })
})
