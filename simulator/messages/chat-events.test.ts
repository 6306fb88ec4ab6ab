import { describe, expect, it } from 'vitest'
import { temporaryMac } from '../temporary-mac.ts'

const [ada, ben, cat] = ['+15550100', '+15550101', '+15550102'] as const
const photo = { name: 'p.jpg', bytes: Buffer.from('p') }

function scene() {
  const mac = temporaryMac()
  const chat = mac.messages.createGroup({ members: [ada, ben], name: 'Old' }).guid
  const members = () => mac.messages.listChats()[0]?.participants
  const last = () =>
    mac.row(`SELECT item_type AS item, group_action_type AS action, group_title AS title, is_from_me AS mine,
      (SELECT id FROM handle WHERE ROWID = other_handle) AS other FROM message ORDER BY ROWID DESC`)
  return { mac, chat, members, last, messages: mac.messages, [Symbol.dispose]: () => mac.close() }
}

describe('what happens to a group', () => {
  it('writes a row when somebody is added or removed', () => {
    using s = scene()
    s.messages.addParticipant({ chat: s.chat, by: ada, who: cat })
    expect(s.last()).toEqual({ item: 1, action: 0, title: null, mine: 0, other: cat })
    expect(s.members()).toEqual([ada, ben, cat])
    s.messages.removeParticipant({ chat: s.chat, who: ben })
    expect(s.last()).toEqual({ item: 1, action: 1, title: null, mine: 1, other: ben })
    expect(s.members()).toEqual([ada, cat])
  })

  it('writes a row when somebody leaves, or continues under another number', () => {
    using s = scene()
    s.messages.leaveGroup({ chat: s.chat, by: ben })
    expect(s.last()).toMatchObject({ item: 3, action: 0, mine: 0 })
    s.messages.changeNumber({ chat: s.chat, from: ada, to: cat })
    expect(s.last()).toMatchObject({ item: 1, action: 1, other: ada })
    expect(s.members()).toEqual([cat])
  })

  it('stores the new name in the chat as well', () => {
    using s = scene()
    s.messages.renameGroup({ chat: s.chat, by: ada, name: 'New' })
    expect(s.last()).toMatchObject({ item: 2, title: 'New' })
    expect(s.messages.listChats()[0]?.name).toBe('New')
  })

  it('names the picture in the chat’s properties and stores it without an extension', () => {
    using s = scene()
    s.messages.setGroupPhoto({ chat: s.chat, by: ada, photo })
    expect(s.last()).toMatchObject({ item: 3, action: 1 })
    expect(
      s.mac.row(`SELECT transfer_name AS name, instr(chat.properties, CAST(attachment.guid AS BLOB)) > 0 AS named
        FROM attachment, chat`),
    ).toEqual({ name: 'GroupPhotoImage', named: 1 })
    s.messages.removeGroupPhoto({ chat: s.chat })
    expect(s.last()).toMatchObject({ item: 3, action: 2, mine: 1 })
  })

  it('does not change the chat’s other properties', () => {
    using s = scene()
    const says = (key: string) =>
      s.mac.row(`SELECT instr(properties, CAST('${key}' AS BLOB)) > 0 AS says FROM chat`)?.says
    s.messages.hideAlerts({ chat: s.chat })
    s.messages.setGroupPhoto({ chat: s.chat, photo })
    s.messages.setBackground({ chat: s.chat })
    s.messages.removeGroupPhoto({ chat: s.chat })
    expect([says('ignoreAlertsFlag'), says('backgroundChannelGUID'), says('groupPhotoGuid')]).toEqual([1, 1, 0])
    s.messages.hideAlerts({ chat: s.chat, show: true })
    expect(says('ignoreAlertsFlag')).toBe(0)
  })

  it.each([
    ['setBackground', 3, 4],
    ['removeBackground', 3, 6],
    ['keepAudio', 5, 0],
    ['sharePlay', 6, 0],
    ['shareLocation', 4, 0],
  ] as const)('includes %s', (operation, item, action) => {
    using s = scene()
    s.messages[operation]({ chat: s.chat, by: ada })
    expect(s.last()).toMatchObject({ item, action, mine: 0 })
  })
})
